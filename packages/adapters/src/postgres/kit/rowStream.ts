import type { StorageFailure } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Chunk, Effect, Option, Stream } from "effect"
import { storage } from "../storage.js"

const pageSize = 2_000

type Page<Row> = Effect.Effect<ReadonlyArray<Row>, SqlError, SqlClient.SqlClient>

/**
 * The rows of a query page by page, so that a slow reader does not block other work. `page` answers the first `limit`
 * rows after a row in the order of their key, or from the first one. Failures name the operation.
 */
export const rowStream =
  (operation: string, client: SqlClient.SqlClient) =>
  <Row>(page: (after: Row | null, limit: number) => Page<Row>): Stream.Stream<Row, StorageFailure> =>
    Stream.paginateChunkEffect(null as Row | null, (after) =>
      Effect.map(
        storage(operation)(Effect.provideService(page(after, pageSize), SqlClient.SqlClient, client)),
        (rows) => [
          Chunk.unsafeFromArray([...rows]),
          rows.length < pageSize ? Option.none() : Option.fromNullable(rows.at(-1))
        ]
      )
    )
