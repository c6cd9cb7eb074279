import type { FetchOptions } from "../fetch/index.js"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { Settings } from "../sources/provider/index.js"

/** The media server of the settings, whose pictures need its token. */
export class MediaServer extends Context.Tag("@daybook/adapters/MediaServer")<MediaServer, {
  /** What a fetch of one of its addresses needs; none for every other address. */
  readonly accessTo: (url: string) => Option.Option<Pick<FetchOptions, "headers" | "allow">>
}>() {}

export const layer = Layer.effect(MediaServer, Effect.gen(function*() {
  const url = yield* Settings.optionalText("PLEX_URL")
  const token = yield* Settings.optionalSecret("PLEX_TOKEN")
  const server = Option.filter(url, (text) => URL.canParse(text)).pipe(Option.map((text) => new URL(text)))
  return {
    accessTo: (address) =>
      Option.filter(server, ({ origin }) => URL.canParse(address) && new URL(address).origin === origin).pipe(
        Option.map(({ hostname, port, protocol }) => ({
          // The operator named this server: it may be at home.
          allow: [`${hostname}:${port === "" ? (protocol === "https:" ? "443" : "80") : port}`],
          headers: Option.match(token, { onNone: () => ({}), onSome: (secret) => ({ "x-plex-token": Redacted.value(secret) }) })
        }))
      )
  }
}))
