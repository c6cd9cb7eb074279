import { type PageContent, PageReader, PageUnreadable } from "@daybook/core/reading"
import { Effect, Layer } from "effect"
import { type Fetched, SafeFetch } from "@daybook/sources/fetch"
import { lineOf, withWindowsLetters } from "@daybook/sources/kit"
import { DocumentParser } from "@daybook/sources/documents"

const declared = /<meta[^>]+charset\s*=[\s"']*([\w:.-]+)/i
/** A page must declare its encoding within this many bytes. */
const head = 2_048

/** Decodes a page by its header, byte order mark or `<meta>` tag; otherwise as UTF-8. */
export const decoded = ({ bytes, contentType }: Pick<Fetched, "bytes" | "contentType">): string => {
  const named =
    /charset\s*=\s*"?([\w:.-]+)/i.exec(contentType)?.[1] ??
    declared.exec(Buffer.from(bytes.subarray(0, head)).toString("latin1"))?.[1]
  return withWindowsLetters(decoderOf(named ?? "utf-8").decode(bytes)).replaceAll("\0", "")
}

const decoderOf = (name: string) => {
  try {
    return new TextDecoder(name)
  } catch {
    return new TextDecoder("utf-8")
  }
}

const maxBytes = 5 * 1_048_576
const accept = "text/html,application/xhtml+xml;q=0.9,text/plain;q=0.5"

const lasting = (message: string) => new PageUnreadable({ message, passing: false })
const passing = (message: string) => new PageUnreadable({ message, passing: true })

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

/** Any answer but the page and "there is none" says nothing about the page. */
const refused = (fetched: Fetched) =>
  new PageUnreadable({
    message: `the address answers with HTTP ${fetched.status}${fetched.bytes.length === 0 ? " and no text" : ""}`,
    passing: true,
    refusal: { host: hostOf(fetched.url), status: fetched.status, line: lineOf(decoded(fetched), []) }
  })

/** Fetches and reads pages, bounded in size and never from private networks. */
export const layer = Layer.effect(
  PageReader,
  Effect.gen(function* () {
    const safeFetch = yield* SafeFetch
    const parser = yield* DocumentParser
    const read = (fetched: Fetched): Effect.Effect<PageContent, PageUnreadable> => {
      const type = fetched.contentType.split(";", 1)[0]?.trim() ?? ""
      if (type === "text/plain") return Effect.succeed({ ...nothing, text: decoded(fetched).trim() || null })
      if (type !== "" && !/html|^application\/xml$|^text\/xml$/.test(type))
        return lasting(`the address holds ${type} and no page`)
      return Effect.mapError(parser.page(decoded(fetched), fetched.url), ({ _tag, message }) =>
        (_tag === "ParserUnavailable" ? passing : lasting)(`the page cannot be read: ${message}`)
      )
    }
    return {
      read: (url) =>
        Effect.gen(function* () {
          const fetched = yield* safeFetch
            .get(url.trim(), { accept, maxBytes })
            .pipe(
              Effect.catchTags({
                FetchRefused: ({ message }) => lasting(`the address ${message}`),
                FetchFailed: ({ message, status }) =>
                  status === undefined
                    ? passing(`the address ${message}`)
                    : new PageUnreadable({
                        message: `the address ${message}`,
                        passing: true,
                        refusal: { host: hostOf(url), status, line: null }
                      })
              })
            )
          const { status } = fetched
          if (status === 404 || status === 410) return yield* lasting(`the address answers with HTTP ${status}`)
          if (status < 200 || status >= 300 || fetched.bytes.length === 0) return yield* refused(fetched)
          return yield* read(fetched)
        })
    }
  })
)

const nothing: PageContent = {
  title: null,
  author: null,
  siteName: null,
  description: null,
  imageUrl: null,
  text: null
}
