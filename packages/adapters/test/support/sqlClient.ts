/** For tests of packages that do not depend on the SQL client themselves. */
export { SqlClient } from "@effect/sql"
