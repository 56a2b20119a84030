/** Folders of what others wrote, and of what programs keep for themselves, by their names. Where git lists, its rules decide instead. */
export const PASSED_OVER: ReadonlySet<string> = new Set(
  `.git .hg .svn .jj node_modules bower_components .venv venv __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nox
  .gradle`.split(/\s+/),
)
