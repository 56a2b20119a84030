import { type Words, words } from '../../ledger/lazy.ts'

/** Names of folders with third-party code or tool caches. If git lists the files, its ignore rules decide instead. */
export const PASSED_OVER: Words =
  words(`.git .hg .svn .jj node_modules bower_components .venv venv __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nox
  .gradle`)
