/** As in Daybook. */
const startParameters = ["-c", "shared_buffers=32MB"]

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

/** An idle process with the embedded engine, or with nothing: the memory baseline without Daybook and Effect. */
process.once("message", async ({ question: folder }: { readonly question: string | null }) => {
  const engine = folder === null ? null : await open(folder)
  const end = () => void Promise.resolve(engine?.close()).finally(() => process.exit())
  process.once("SIGTERM", end).once("disconnect", end)
  process.send?.({ answer: null })
})
