"""The settings of the documentation's site, which `tools/website.py` builds."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mtglayers.version import __version__ as release

project = "mtglayers"
author = "mtglayers contributors"
copyright = f"2026 {author}"
version = release
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]

# Pages are Markdown, as the repository shows them.
myst_heading_anchors = 4
myst_links_external_new_tab = False
suppress_warnings = ["misc.highlighting_failure"]  # transcripts and notation are no language of a highlighter
highlight_language = "none"

# Docstrings.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "separated"
python_use_unqualified_type_names = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True

# The look: everything is in the folder; no page loads anything from another host.
html_theme = "furo"
html_title = "mtglayers"
html_static_path = ["site"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
