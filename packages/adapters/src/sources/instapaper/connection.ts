import { Effect, Option } from "effect"
import type { Connection } from "../oauth/index.js"
import { consumerSettings, id, missingConsumer } from "./settings.js"
import { xAuth } from "./xAuth.js"

/** `daybook connect instapaper`: name and password once, for a token. */
export const connection: Connection = {
  id,
  name: "Instapaper",
  application: "https://www.instapaper.com/main/request_oauth_consumer_token",
  missing: missingConsumer,
  given: Effect.succeedNone,
  way: Effect.flatMap(consumerSettings, (settings) => Effect.map(xAuth(settings), (login) => ({ kind: "password", login })))
}

/** A token of the settings or of a login does not renew itself. */
export const unrenewable = { id, source: id, name: "Instapaper", given: Option.none() }
