import { useMemo, useState } from "preact/hooks"
import { thumbHashToDataURL } from "thumbhash"
import type { Image } from "../api/Answers.js"
import { root } from "../router/location.js"
import { type Shape, pictureUrl } from "./pictureUrl.js"

interface PictureProps extends Shape {
  readonly image: Image | null
  /** Empty when the text next to the picture says the same. */
  readonly alt: string
  /** The text whose first letter replaces a missing picture. */
  readonly initial: string
  /** For the main picture of a page: it loads first. Others load when they come near the window. */
  readonly eager?: boolean
}

const placeholder = (thumbhash: string | null): string | undefined => {
  if (thumbhash === null) return undefined
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0)))
  } catch {
    return undefined
  }
}

/** The first letter or digit: a title may begin with a quotation mark. */
const firstLetter = (text: string): string => /[\p{L}\p{N}]/u.exec(text)?.[0] ?? ""

/** A picture with reserved space and a blurred placeholder until it has loaded. */
export const Picture = ({ alt, eager = false, height, image, initial, width }: PictureProps) => {
  const [state, setState] = useState<"waiting" | "there" | "missing">("waiting")
  const blur = useMemo(() => placeholder(image?.thumbhash ?? null), [image?.thumbhash])
  if (image === null || state === "missing") {
    return (
      <span class="picture without" style={{ aspectRatio: `${width} / ${height}` }} aria-hidden="true">
        {firstLetter(initial)}
      </span>
    )
  }
  const at = (density: number) => `${root}${pictureUrl(image.url, { width, height }, density)}`
  const background =
    blur === undefined
      ? { backgroundColor: image.dominant_color ?? "transparent" }
      : { backgroundImage: `url(${blur})` }
  return (
    <span class="picture" style={{ aspectRatio: `${width} / ${height}`, ...background }}>
      <img
        src={at(1)}
        srcset={`${at(1)} 1x, ${at(2)} 2x`}
        width={width}
        height={height}
        alt={alt}
        loading={eager ? "eager" : "lazy"}
        fetchpriority={eager ? "high" : "auto"}
        decoding="async"
        class={eager ? "there" : state}
        onLoad={() => setState("there")}
        onError={() => setState("missing")}
      />
    </span>
  )
}
