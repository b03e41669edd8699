"""Start the dashboard: streamlit run app.py.

The server imports this file for `app`; every visit runs it as a script.
"""

if __name__ == "__main__":
    from pages.ui.shell import main

    main()
else:
    import streamlit as st

    from pages.ui.server import MIDDLEWARE, started

    app = st.App(__file__, middleware=MIDDLEWARE, lifespan=started)
