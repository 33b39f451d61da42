from .asking import (
    as_json as as_json,
    as_object as as_object,
    certify as certify,
    check as check,
    count as count,
    decode as decode,
    diagnose as diagnose,
    explain as explain,
    hint as hint,
    solve as solve,
)
