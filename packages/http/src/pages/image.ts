import { type Domain, domains } from "@daybook/core"
import { domainNames } from "@daybook/core/domain"
import {
  type Fit,
  type Format,
  type ImageProxy,
  defaultQuality,
  fits,
  formatFor,
  formats,
  maxSide
} from "@daybook/core/images"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { type Context, Effect } from "effect"
import { type Admission, type AdmittedRequest, type Route, admissionOf } from "../front/requests.js"
import { withErrorEnvelope } from "../kit/failures.js"
import { type ErrorEnvelope, badRequest, notFound } from "../kit/errors.js"

/** Query parameters; the long names are synonyms. */
const names = {
  version: ["v"],
  signature: ["s"],
  width: ["w", "width"],
  height: ["h", "height"],
  fit: ["fit"],
  format: ["format", "f"],
  quality: ["q", "quality"]
} as const
const maxInteger = 2_147_483_647

/** The image proxy: `/images/{domain}/{type}/{id}` with a signature, without a key. */
export const imageRoute: Route = {
  method: "GET",
  path: "/images/:domain/:collection/:id",
  access: "open",
  query: new Set(Object.values(names).flat()),
  takesJson: false,
  varies: ({ accept = "" }) => formatFor("auto", accept),
  isMedia: true,
  vary: "Accept, Origin",
  caching: { cacheClass: "image", domains, today: false, cached: true }
}

type Params = Admission["params"]
type Read<A> = (text: string) => A | undefined

const whole =
  (min: number, max: number): Read<number> =>
  (text) =>
    /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined
const word =
  <const W extends string>(words: ReadonlyArray<W>): Read<W> =>
  (text) =>
    words.find((one) => one === text)

/** The value of the first parameter present, or the default. */
const value = <A, const B>(
  params: Params,
  of: keyof typeof names,
  read: Read<A>,
  must: string,
  standIn: B
): Effect.Effect<A | B, ErrorEnvelope> => {
  const name = names[of].find((one) => (params.get(one) ?? "") !== "")
  if (name === undefined) return Effect.succeed(standIn)
  const parsed = read(params.get(name)!)
  return parsed === undefined ? Effect.fail(badRequest(`${name} must be ${must}`)) : Effect.succeed(parsed)
}

const side = whole(1, maxSide)
const sides = `a whole number from 1 to ${maxSide}`

const transformOf = Effect.fn(function* (params: Params, accept: string) {
  const domain = word<Domain>(yield* domainNames)(params.get("domain") ?? "")
  const id = whole(1, maxInteger)(params.get("id") ?? "")
  if (domain === undefined || id === undefined) return yield* Effect.fail(notFound)
  const width = yield* value(params, "width", side, sides, null)
  const height = yield* value(params, "height", side, sides, null)
  const fit: Fit = yield* value(
    params,
    "fit",
    word<Fit>(fits),
    `one of ${fits.join(", ")}`,
    width !== null && height !== null ? "cover" : "scale-down"
  )
  const format: Format = yield* value(params, "format", word<Format>(formats), `one of ${formats.join(", ")}`, "auto")
  return {
    domain,
    collection: params.get("collection") ?? "",
    id,
    version: yield* value(params, "version", whole(0, maxInteger), "a whole number", null),
    signature: params.get("s") ?? "",
    width,
    height,
    fit,
    format: formatFor(format, accept),
    quality: yield* value(params, "quality", whole(1, 100), "a whole number from 1 to 100", defaultQuality)
  }
})

/** The same address with the current version of the picture. */
const movedLocation = (url: string, version: number): string => {
  const { pathname, searchParams } = new URL(url, "http://localhost")
  searchParams.set("v", String(version))
  return `${pathname}?${searchParams.toString()}`
}

/** The picture at an address. */
export const image = ({ serve }: Context.Tag.Service<ImageProxy>, request: AdmittedRequest) =>
  Effect.gen(function* () {
    const transform = yield* transformOf(admissionOf(request).params, request.headers.accept ?? "")
    const served = yield* withErrorEnvelope(serve(transform))
    return served._tag === "Moved"
      ? HttpServerResponse.redirect(movedLocation(request.url ?? "/", served.version), { status: 302 })
      : HttpServerResponse.uint8Array(served.bytes, {
          contentType: served.mediaType,
          headers: { "cross-origin-resource-policy": "cross-origin" }
        })
  })
