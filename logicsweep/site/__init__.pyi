from .answer import answer as answer
from .desk import Desk as Desk
from .site import site_files as site_files, write_site as write_site
