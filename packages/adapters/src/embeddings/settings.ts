import { Config, ConfigError, Effect, Either } from "effect"
import { Settings } from "../sources/provider/index.js"

const kinds = ["local", "openai", "off"] as const
export type Kind = typeof kinds[number]

/** `DAYBOOK_EMBEDDINGS` (operations §3). */
export const kind: Config.Config<Kind> = Config.mapOrFail(Config.withDefault(Config.string("DAYBOOK_EMBEDDINGS"), "local"), (given) => {
  const known = kinds.find((name) => name === (given.trim().toLowerCase() || "local"))
  return known === undefined
    ? Either.left(ConfigError.InvalidData(["DAYBOOK_EMBEDDINGS"], `DAYBOOK_EMBEDDINGS is "${given}": give local, openai or off`))
    : Either.right(known)
})

/** What an OpenAI-compatible endpoint needs; many that run on one's own machine need no key. */
export const endpoint = Effect.all({
  url: Settings.baseUrl("EMBEDDINGS_URL", "https://api.openai.com/v1"),
  apiKey: Settings.optionalSecret("EMBEDDINGS_API_KEY"),
  model: Settings.text("EMBEDDINGS_MODEL")
})
export type Endpoint = Effect.Effect.Success<typeof endpoint>
