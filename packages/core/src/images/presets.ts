/** How a picture is brought to a size: `cover` fills it and crops, `contain` and `scale-down` keep the whole picture within it. */
export const fits = ["cover", "contain", "scale-down"] as const
export type Fit = (typeof fits)[number]

/** Pixels; null for what follows from the other. Pictures are never enlarged. */
export interface Size {
  readonly width: number | null
  readonly height: number | null
  readonly fit: Fit
}

const square = (side: number): Size => ({ width: side, height: side, fit: "cover" })
const poster = (width: number, height: number): Size => ({ width, height, fit: "cover" })

/** The named sizes (contract §0.6). */
export const presets = {
  thumbnail: square(64),
  small: square(150),
  medium: square(300),
  large: square(600),
  "poster-sm": poster(240, 360),
  poster: poster(342, 513),
  "poster-lg": poster(500, 750),
  backdrop: poster(780, 439),
  original: { width: null, height: null, fit: "scale-down" }
} as const satisfies Readonly<Record<string, Size>>
export type Preset = keyof typeof presets

export const presetNames = Object.keys(presets) as unknown as readonly [Preset, ...ReadonlyArray<Preset>]
