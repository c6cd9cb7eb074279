import type { FetchOptions } from "@daybook/sources/fetch"
import { Config, Context, Effect, Option, Redacted } from "effect"
import { following } from "@daybook/sources/kit"
import { plexSettings as settings } from "@daybook/sources/providers"

/**
 * Only picture paths get the token: URLs also come from pages and providers, and must not reach anything else on the
 * server with the owner's rights.
 */
const isPicture = ({ pathname, search }: URL): boolean =>
  /^(\?((width|height)=\d{1,5}&?){1,2})?$/.test(search) &&
  /^\/library\/(metadata|collections|sections)\/\d{1,20}\/(thumb|art|banner|poster|composite)(\/\d{1,20})?$/.test(
    pathname
  )

/** The configured media server, whose pictures need its token. */
export class MediaServer extends Context.Tag("@daybook/adapters/MediaServer")<
  MediaServer,
  {
    /** Fetch options for one of its pictures; none for every other address. */
    readonly accessTo: (url: string) => Option.Option<Pick<FetchOptions, "headers" | "allow">>
  }
>() {}

export const layer = following(
  MediaServer,
  Effect.gen(function* () {
    const url = yield* settings.fields.url.config.pipe(Config.option)
    const token = yield* settings.fields.token.config
    const server = Option.filter(url, (text) => URL.canParse(text)).pipe(Option.map((text) => new URL(text)))
    return {
      accessTo: (address) =>
        Option.filter(
          server,
          ({ origin }) => URL.canParse(address) && new URL(address).origin === origin && isPicture(new URL(address))
        ).pipe(
          Option.map(({ hostname, port, protocol }) => ({
            // The operator configured this server: it may have a private address.
            allow: [`${hostname}:${port === "" ? (protocol === "https:" ? "443" : "80") : port}`],
            headers: Option.match(token, {
              onNone: () => ({}),
              onSome: (secret) => ({ "x-plex-token": Redacted.value(secret) })
            })
          }))
        )
    }
  })
)
