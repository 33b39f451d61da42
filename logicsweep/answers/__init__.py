"""Every JSON answer, declared once as msgspec structures; nothing here prints.

In: boards and answers. Out: structures, and their JSON Schemas. Modules here load msgspec: import
them only when JSON is printed. Open `base.py` first for what answers share, `schemas.py` for the
list of all formats.
"""
