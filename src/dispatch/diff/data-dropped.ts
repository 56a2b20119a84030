import { textOf } from '../../shell/value.ts'
import { type RunRule, type RunWords, told } from './run-rule.ts'

const CLIENTS =
  'psql mysql mariadb sqlite3 sqlite mongosh mongo redis-cli sqlcmd clickhouse-client duckdb cockroach cqlsh bq usql pgcli mycli'
const TOOLS =
  'prisma rails rake manage.py django-admin supabase sequelize sequelize-cli typeorm knex artisan drizzle-kit mix diesel sqlx alembic'

/** Finds commands that delete tables, schemas or databases. */
export const dataDropped: RunRule = {
  code: 'DATA_DROPPED',
  programs: ` dropdb mysqladmin ${CLIENTS} ${TOOLS} `,
  seen: (one) => {
    if (one.name === 'dropdb') return told(one)
    if (one.name === 'mysqladmin') return one.words.includes('drop') ? told(one) : null
    const reset = resetBy(one.name)
    if (reset !== null) return one.words.some((word) => reset.test(word)) || isForced(one) ? told(one) : null
    return droppedIn([...one.words, textOf(one.run.input ?? []) ?? ''].join(' '))
  },
}

/** The arguments that make a database tool reset or drop data. */
function resetBy(name: string): RegExp | null {
  switch (name) {
    case 'prisma':
      return /^(?:reset|--force-reset)$/
    case 'rails':
      return /^db:(?:drop|reset|purge|schema:load|truncate_all)/
    case 'rake':
      return /^db:(?:drop|reset|purge|schema:load|truncate_all)/
    case 'manage.py':
      return /^(?:flush|reset_db|sqlflush)$/
    case 'django-admin':
      return /^(?:flush|reset_db)$/
    case 'supabase':
      return /^reset$/
    case 'sequelize':
      return /^db:(?:drop|migrate:undo:all)$/
    case 'sequelize-cli':
      return /^db:(?:drop|migrate:undo:all)$/
    case 'typeorm':
      return /^schema:drop$/
    case 'knex':
      return /^migrate:rollback$/
    case 'artisan':
      return /^(?:migrate:(?:fresh|reset|refresh)|db:wipe)$/
    case 'drizzle-kit':
      return /^drop$/
    case 'mix':
      return /^ecto\.(?:drop|reset)$/
    case 'diesel':
      return /^reset$/
    case 'sqlx':
      return /^(?:drop|reset)$/
    case 'alembic':
      return /^base$/
    default:
      return null
  }
}

const isForced = ({ name, words }: RunWords): boolean => name === 'prisma' && words.includes('--accept-data-loss')

const DROPS =
  /\b(?:drop\s+(?:table|database|schema|keyspace|collection|index\s+concurrently|materialized\s+view)\b|truncate\s+(?:table\s+)?["'`\w.]+|delete\s+from\s+["'`\w.]+\s*(?:;|["']|$)|flushall\b|flushdb\b|dropdatabase\s*\(|\.drop\s*\(|deletemany\s*\(\s*\{\s*\}\s*\)|remove\s*\(\s*\{\s*\}\s*\))/i

/** Returns the words of a statement that deletes more than selected rows, or null. */
export const droppedIn = (text: string): string | null => DROPS.exec(text)?.[0] ?? null
