/** Abbreviations of carriers in an export file. Anything else is spelled out there. */
const carriers: Readonly<Record<string, string>> = {
  lp: "Vinyl",
  '12"': "Vinyl",
  '11"': "Vinyl",
  '10"': "Vinyl",
  '9"': "Vinyl",
  '8"': "Vinyl",
  '7"': "Vinyl",
  '6"': "Vinyl",
  '5"': "Vinyl",
  vinyl: "Vinyl",
  acetate: "Acetate",
  cd: "CD",
  minicd: "CD",
  cdr: "CDr",
  sacd: "SACD",
  hdcd: "CD",
  cass: "Cassette",
  cassette: "Cassette",
  dvd: "DVD",
  "dvd-v": "DVD",
  "dvd-a": "DVD",
  dvdr: "DVDr",
  "blu-ray": "Blu-ray",
  blu: "Blu-ray",
  file: "File",
  lathe: "Lathe Cut",
  "lathe cut": "Lathe Cut",
  flexi: "Flexi-disc",
  "flexi-disc": "Flexi-disc",
  box: "Box Set",
  "box set": "Box Set",
  shellac: "Shellac",
  vhs: "VHS",
  minidisc: "Minidisc",
  "8-trk": "8-Track Cartridge",
  reel: "Reel-To-Reel",
  usb: "Memory Stick"
}

/** Abbreviations of descriptions in an export file. */
const descriptions: Readonly<Record<string, string>> = {
  re: "Reissue",
  rp: "Repress",
  rm: "Remastered",
  comp: "Compilation",
  ltd: "Limited Edition",
  num: "Numbered",
  dlx: "Deluxe Edition",
  promo: "Promo",
  mono: "Mono",
  ster: "Stereo",
  quad: "Quadraphonic",
  smplr: "Sampler",
  unofficial: "Unofficial Release",
  "s/edition": "Special Edition",
  "club ed": "Club Edition",
  tp: "Test Pressing",
  "w/lbl": "White Label",
  mp: "Mispress",
  enh: "Enhanced",
  maxi: "Maxi-Single",
  mini: "Mini-Album",
  mixed: "Mixed",
  "s/sided": "Single Sided",
  pic: "Picture Disc",
  etch: "Etched",
  transcription: "Transcription",
  "p/mixed": "Partially Mixed",
  "p/unofficial": "Partially Unofficial",
  "j-card": "J-Card",
  shape: "Shape"
}

/** Words that name both the carrier and the kind of a release. */
const isBoth = new Set(["lp", '12"', '10"', '7"'])

const words = (text: string): ReadonlyArray<string> =>
  text
    .split(/[,+]/)
    .map((word) => word.trim().replace(/^\d+\s*x\s*/i, ""))
    .filter((word) => word !== "" && word.toLowerCase() !== "all media")

const entryOf = (table: Readonly<Record<string, string>>, word: string): string | undefined =>
  Object.hasOwn(table, word.toLowerCase()) ? table[word.toLowerCase()] : undefined

/** `Vinyl` for `2xLP, Album, RE`; null if no word names a carrier. */
export const carrierOf = (text: string): string | null => {
  for (const word of words(text)) {
    const carrier = entryOf(carriers, word)
    if (carrier !== undefined) return carrier
  }
  return null
}

/** `LP`, `Album`, `Reissue` for `2xLP, Album, RE`. */
export const detailOf = (text: string): ReadonlyArray<string> => [
  ...new Set(
    words(text).flatMap((word) =>
      entryOf(carriers, word) === undefined
        ? [entryOf(descriptions, word) ?? word]
        : isBoth.has(word.toLowerCase())
          ? [word]
          : []
    )
  )
]
