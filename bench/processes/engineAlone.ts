/** Half of PostgreSQL's usual, as Daybook opens it. */
const startParameters = ["-c", "shared_buffers=64MB"]

const open = async (folder: string) => {
  const { PGlite } = await import("@electric-sql/pglite")
  const { pg_trgm } = await import("@electric-sql/pglite/contrib/pg_trgm")
  const { unaccent } = await import("@electric-sql/pglite/contrib/unaccent")
  const engine = await PGlite.create({
    dataDir: folder,
    extensions: { pg_trgm, unaccent },
    startParams: [...PGlite.defaultStartParams, ...startParameters]
  })
  await engine.query("SELECT 1")
  return engine
}

/**
 * A process that opens the embedded engine on a folder, or nothing at all, and is idle: what a process takes before any
 * of Daybook is in it. So it has nothing of Effect in it either.
 */
process.once("message", async ({ question: folder }: { readonly question: string | null }) => {
  const engine = folder === null ? null : await open(folder)
  const end = () => void Promise.resolve(engine?.close()).finally(() => process.exit())
  process.once("SIGTERM", end).once("disconnect", end)
  process.send?.({ answer: null })
})
