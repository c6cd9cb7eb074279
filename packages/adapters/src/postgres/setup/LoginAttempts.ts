import type { LoginAttempt } from "@daybook/core/setup"
import type { StorageFailure } from "@daybook/core/shared"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { Secret } from "../../Secret.js"
import { seal, unseal } from "../../SecretBox.js"
import { inTransaction } from "../inTransaction.js"
import { type RowOf, instant, nullable, oneOf, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { implement } from "../kit/store.js"

/** What a login needs until it ends: encrypted at rest, because it completes the login. */
export interface LoginParts {
  readonly url: string
  readonly code: string | null
  readonly redirectUri: string
  /** The page that the login was begun on. */
  readonly page: string | null
  readonly verifier: string
  readonly state: string
}

/** A login that was begun. `attempt` is the SHA-256 of its state. */
export interface StoredAttempt extends LoginAttempt {
  readonly connection: string
  readonly attempt: string
  /** None when the login has ended, and if it was encrypted with another secret. */
  readonly parts: Option.Option<LoginParts>
}

export interface NewAttempt extends Pick<LoginAttempt, "source" | "kind" | "expiresAt"> {
  readonly connection: string
  readonly attempt: string
  readonly parts: LoginParts
}

/** Logins that a person began, at most one for each connection. Any host may end them. */
export class LoginAttempts extends Context.Tag("@daybook/adapters/LoginAttempts")<
  LoginAttempts,
  {
    /** Replaces an earlier login of the connection, whose state is then unknown. */
    readonly begin: (attempt: NewAttempt) => Effect.Effect<void, StorageFailure>
    readonly latest: (connection: string) => Effect.Effect<Option.Option<StoredAttempt>, StorageFailure>
    /** The pending login with this state, once. None if it has expired, ended or been replaced. */
    readonly redeem: (attempt: string, now: number) => Effect.Effect<Option.Option<StoredAttempt>, StorageFailure>
    /** Ends a pending login; false if it has ended or been replaced. */
    readonly end: (attempt: string, error: string | null) => Effect.Effect<boolean, StorageFailure>
  }
>() {}

const columns = {
  connection: text,
  attempt: text,
  source: text,
  kind: oneOf(["code", "device", "pin", "password"]),
  state: oneOf(["pending", "done", "failed"]),
  sealed: nullable(text),
  error: nullable(text),
  expiresAt: instant
}

const row = sql.literal("connection, attempt, source, kind, state, sealed, error, expires_at")

const Parts = Schema.parseJson(
  Schema.Struct({
    url: Schema.String,
    code: Schema.NullOr(Schema.String),
    redirectUri: Schema.String,
    page: Schema.NullOr(Schema.String),
    verifier: Schema.String,
    state: Schema.String
  })
)
const encode = Schema.encodeSync(Parts)
const decode = Schema.decodeOption(Parts)

export const layer = Layer.effect(
  LoginAttempts,
  Effect.gen(function* () {
    const key = (yield* Secret).keyFor("login attempts")
    const toAttempt = ({ sealed, ...rest }: RowOf<typeof columns>): StoredAttempt => {
      const parts = Option.flatMap(
        Option.flatMap(Option.fromNullable(sealed), (box) => unseal(key, rest.attempt, box)),
        (json) => decode(json)
      )
      const { code, url } = Option.getOrElse(parts, () => ({ code: null, url: null }))
      return { ...rest, parts, url: url === "" ? null : url, code }
    }
    const first = (rows: ReadonlyArray<RowOf<typeof columns>>) => Option.map(Option.fromNullable(rows[0]), toAttempt)
    return yield* implement(LoginAttempts, {
      begin: ({ attempt, connection, expiresAt, kind, parts, source }) =>
        Effect.asVoid(sql`
          INSERT INTO login_attempts (connection, attempt, source, kind, state, sealed, expires_at)
          VALUES (${connection}, ${attempt}, ${source}, ${kind}, 'pending', ${seal(key, attempt, encode(parts))},
            ${new Date(expiresAt)})
          ON CONFLICT (connection) DO UPDATE SET attempt = excluded.attempt, source = excluded.source,
            kind = excluded.kind, state = 'pending', sealed = excluded.sealed, error = NULL,
            expires_at = excluded.expires_at, redeemed_at = NULL`),
      latest: (connection) =>
        Effect.map(sql(columns)`SELECT ${row} FROM login_attempts WHERE connection = ${connection}`, first),
      redeem: (attempt, now) =>
        inTransaction(
          Effect.map(
            sql(columns)`
              UPDATE login_attempts SET redeemed_at = ${new Date(now)}
              WHERE attempt = ${attempt} AND state = 'pending' AND redeemed_at IS NULL AND expires_at > ${new Date(now)}
              RETURNING ${row}`,
            first
          )
        ),
      end: (attempt, error) =>
        Effect.map(
          sql`
            UPDATE login_attempts SET state = ${error === null ? "done" : "failed"}, error = ${error}, sealed = NULL
            WHERE attempt = ${attempt} AND state = 'pending' RETURNING attempt`,
          (rows) => rows.length > 0
        )
    })
  })
)
