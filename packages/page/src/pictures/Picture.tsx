import { useEffect, useState } from "preact/hooks"
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

const placeholder = (thumbhash: string): string | undefined => {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0)))
  } catch {
    return undefined
  }
}

/** Runs when the browser has nothing else to do; the answer takes it back. */
const whenIdle = (run: () => void): (() => void) => {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run)
  return () => cancelIdleCallback(handle)
}

/** The blurred picture of one that has not loaded. Decoding sixty at once would delay the first paint. */
const useBlur = (thumbhash: string | null, isWaiting: boolean): string | undefined => {
  const [blur, setBlur] = useState<{ readonly of: string; readonly address: string | undefined }>()
  const isMissing = isWaiting && thumbhash !== null && blur?.of !== thumbhash
  useEffect(
    () => (isMissing ? whenIdle(() => setBlur({ of: thumbhash, address: placeholder(thumbhash) })) : undefined),
    [thumbhash, isMissing]
  )
  return blur?.of === thumbhash ? blur.address : undefined
}

/** The first letter or digit: a title may begin with a quotation mark. */
const firstLetter = (text: string): string => /[\p{L}\p{N}]/u.exec(text)?.[0] ?? ""

/** A picture with reserved space. Until it has loaded: its main colour, then a blurred placeholder. */
export const Picture = ({ alt, eager = false, height, image, initial, width }: PictureProps) => {
  const [state, setState] = useState<"waiting" | "there" | "missing">("waiting")
  const blur = useBlur(image?.thumbhash ?? null, state === "waiting")
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
