import { Effect } from "effect"
import { library } from "../images/decode.js"

interface Script {
  readonly name: string
  readonly characters: RegExp
  /** A letter that is no rectangle. */
  readonly probe: string
  /** A Debian package with such a font. */
  readonly fonts: string
}

const core = "fonts-noto-core"
const cjk = "fonts-noto-cjk"

const scripts: ReadonlyArray<Script> = [
  { name: "Latin", characters: /\p{Script=Latin}/u, probe: "R", fonts: core },
  { name: "Cyrillic", characters: /\p{Script=Cyrillic}/u, probe: "Ж", fonts: core },
  { name: "Greek", characters: /\p{Script=Greek}/u, probe: "Ω", fonts: core },
  { name: "Arabic", characters: /\p{Script=Arabic}/u, probe: "ع", fonts: core },
  { name: "Hebrew", characters: /\p{Script=Hebrew}/u, probe: "ש", fonts: core },
  { name: "Devanagari", characters: /\p{Script=Devanagari}/u, probe: "अ", fonts: core },
  { name: "Thai", characters: /\p{Script=Thai}/u, probe: "ไ", fonts: core },
  { name: "Chinese", characters: /\p{Script=Han}/u, probe: "永", fonts: cjk },
  { name: "Japanese", characters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, probe: "あ", fonts: cjk },
  { name: "Korean", characters: /\p{Script=Hangul}/u, probe: "가", fonts: cjk }
]

/** No font has it, so it is drawn as the frame that stands for a missing letter. */
const unassigned = "\u{10FFFF}"

interface Glyph {
  readonly height: number
  /** Shares of ink along the upper, the lower and the right edge, 0 to 1. */
  readonly edges: readonly [top: number, bottom: number, right: number]
}

const glyphOf = (text: string): Effect.Effect<Glyph | null> =>
  Effect.flatMap(library, (sharp) =>
    Effect.promise(async () => {
      const { data, info } = await sharp({ text: { text, font: "sans", dpi: 300 } })
        .raw()
        .toBuffer({ resolveWithObject: true })
      const { channels, height, width } = info
      const share = (length: number, at: (index: number) => number) =>
        Array.from({ length }, (_, index) => index).filter((index) => data[at(index) * channels]! > 0).length / length
      const edges = [
        share(width, (x) => x),
        share(width, (x) => (height - 1) * width + x),
        share(height, (y) => y * width + width - 1)
      ] as const
      return { height, edges }
    }).pipe(Effect.catchAllDefect(() => Effect.succeed(null)))
  )

const isFrame = ({ edges }: Glyph) => edges.every((share) => share > 0.85)

/** Whether this machine has letters of a script. A machine without any font draws nothing. */
const hasFont = (script: Script, missing: Glyph | null) =>
  Effect.map(
    glyphOf(script.probe),
    (glyph) => glyph !== null && !(isFrame(glyph) && missing !== null && glyph.height === missing.height)
  )

/**
 * Warns once for each script of a card that this machine has no font for: its letters are frames in PNG. In SVG they
 * are whole, since the reader's fonts draw them.
 */
export const warnOfMissingFonts = Effect.map(Effect.cached(glyphOf(unassigned)), (unassignedGlyph) => {
  const checked = new Set<string>()
  return Effect.fn("cards.warnOfMissingFonts")(function* (svg: string) {
    for (const script of scripts) {
      if (checked.has(script.name) || !script.characters.test(svg)) continue
      checked.add(script.name)
      if (yield* hasFont(script, yield* unassignedGlyph)) continue
      yield* Effect.logWarning(
        `this machine has no font for ${script.name}, so cards as PNG have frames in the place of its letters: ` +
          `install one, on Debian with apt-get install ${script.fonts}`
      )
    }
  })
})
