import type { Format, MediaFormat } from "./ImageProxy.js"

/** Every media type of an `Accept` header that its sender takes, without wildcards. */
const named = (accept: string): ReadonlySet<string> =>
  new Set(accept.toLowerCase().split(",").flatMap((part) => {
    const [type = "", ...parameters] = part.split(";").map((text) => text.trim())
    return parameters.some((text) => /^q=0(\.0*)?$/.test(text)) ? [] : [type]
  }))

/** The smallest format that an asker says it can show; JPEG, which everybody can, where it does not say. */
export const formatFor = (format: Format, accept: string): MediaFormat => {
  if (format !== "auto") return format
  const types = named(accept)
  return types.has("image/avif") ? "avif" : types.has("image/webp") ? "webp" : "jpeg"
}
