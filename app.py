"""Start the dashboard: streamlit run app.py."""

from pages.ui.shell import main

main()
