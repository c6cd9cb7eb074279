import { Effect } from "effect"
import type pg from "pg"

const batchSize = 500
/** The number of articles in the bar. The dataset has fewer, so copies with high ids fill it up. */
const articles = 20_000
const firstCopy = 1_000_000_000

/** A deterministic uniform generator (mulberry32). */
const randomNumbers = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

const unitVector = (next: () => number, dimensions: number) => {
  const vector = Float32Array.from({ length: dimensions }, () => next() - 0.5)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

const ofArticles = "domain = 'reading' AND entity_type = 'article'"

const insert = `
  INSERT INTO search_vectors (model, domain, entity_type, entity_id, content, vector, complete, due_at, revision)
  SELECT $1, domain, entity_type, entity_id, content, decode(given.vector, 'hex'), true, now(), nextval('search_vectors_revision')
  FROM search_documents JOIN unnest($2::bigint[], $3::text[]) AS given (id, vector) ON entity_id = given.id
  WHERE ${ofArticles}
  ON CONFLICT (domain, entity_type, entity_id, model) DO UPDATE SET content = excluded.content, vector = excluded.vector, complete = true, revision = excluded.revision`

const copy = `
  INSERT INTO search_documents (domain, entity_type, entity_id, title_key, head, words, title, subtitle, body, details)
  SELECT domain, entity_type, $1::bigint + row_number() OVER (), title_key, head, words, title, subtitle, body, details
  FROM search_documents CROSS JOIN generate_series(1, $2::int) WHERE ${ofArticles} LIMIT $2::int`

const addCopies = async (client: pg.Client) => {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM search_documents WHERE ${ofArticles}`
  )
  const missing = articles - (rows[0]?.count ?? 0)
  if (missing > 0) await client.query(copy, [firstCopy, missing])
  await client.query("ANALYZE search_documents")
}

/**
 * Gives 20,000 articles a random vector until the scope closes. `nearest` finds the nearest articles by brute force.
 */
export const withRandomVectors = (client: pg.Client, model: string, dimensions: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      await addCopies(client)
      const { rows } = await client.query<{ id: string }>(
        `SELECT entity_id AS id FROM search_documents WHERE ${ofArticles} ORDER BY 1`
      )
      const next = randomNumbers(7)
      const all = rows.map(({ id }) => ({ id: Number(id), vector: unitVector(next, dimensions) }))
      for (let at = 0; at < all.length; at += batchSize) {
        const batch = all.slice(at, at + batchSize)
        await client.query(insert, [
          model,
          batch.map(({ id }) => id),
          batch.map(({ vector }) => Buffer.from(vector.buffer).toString("hex"))
        ])
      }
      const nearest = (question: ReadonlyArray<number>, count: number) =>
        all
          .map(({ id, vector }) => ({
            id,
            score: vector.reduce((sum, value, place) => sum + value * question[place]!, 0)
          }))
          .sort((a, b) => b.score - a.score)
          .slice(0, count)
          .map(({ id }) => id)
      return { size: all.length, nearest }
    }),
    () =>
      Effect.promise(async () => {
        await client.query("DELETE FROM search_vectors WHERE model = $1", [model])
        await client.query(`DELETE FROM search_documents WHERE ${ofArticles} AND entity_id > $1`, [firstCopy])
      })
  )
