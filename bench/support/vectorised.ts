import { Effect } from "effect"
import type pg from "pg"

const portion = 500
/** Of so many articles the bar speaks (quality §2). A life has fewer: the rest are copies of its own, under ids from here on. */
const articles = 20_000
const firstCopy = 1_000_000_000

/** Always the same numbers, spread evenly (mulberry32). */
const chance = (seed: number) => () => {
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

const topUp = async (client: pg.Client) => {
  const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM search_documents WHERE ${ofArticles}`)
  const lacking = articles - (rows[0]?.count ?? 0)
  if (lacking > 0) await client.query(copy, [firstCopy, lacking])
  await client.query("ANALYZE search_documents")
}

/** Gives every article, and as many copies as are lacking, a vector for as long as the scope lives, and knows by looking at all which are nearest. */
export const vectorised = (client: pg.Client, model: string, dimensions: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      await topUp(client)
      const { rows } = await client.query<{ id: string }>(`SELECT entity_id AS id FROM search_documents WHERE ${ofArticles} ORDER BY 1`)
      const next = chance(7)
      const all = rows.map(({ id }) => ({ id: Number(id), vector: unitVector(next, dimensions) }))
      for (let at = 0; at < all.length; at += portion) {
        const some = all.slice(at, at + portion)
        await client.query(insert, [model, some.map(({ id }) => id), some.map(({ vector }) => Buffer.from(vector.buffer).toString("hex"))])
      }
      const nearest = (question: ReadonlyArray<number>, count: number) =>
        all.map(({ id, vector }) => ({ id, score: vector.reduce((sum, value, place) => sum + value * question[place]!, 0) }))
          .sort((a, b) => b.score - a.score).slice(0, count).map(({ id }) => id)
      return { size: all.length, nearest }
    }),
    () => Effect.promise(async () => {
      await client.query("DELETE FROM search_vectors WHERE model = $1", [model])
      await client.query(`DELETE FROM search_documents WHERE ${ofArticles} AND entity_id > $1`, [firstCopy])
    })
  )
