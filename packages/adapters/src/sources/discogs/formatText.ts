/** Carriers as an export file shortens them; what is not here is written out. */
const carriers: Readonly<Record<string, string>> = {
  lp: "Vinyl", "12\"": "Vinyl", "11\"": "Vinyl", "10\"": "Vinyl", "9\"": "Vinyl", "8\"": "Vinyl", "7\"": "Vinyl", "6\"": "Vinyl", "5\"": "Vinyl", vinyl: "Vinyl", acetate: "Acetate",
  cd: "CD", minicd: "CD", cdr: "CDr", sacd: "SACD", hdcd: "CD", cass: "Cassette", cassette: "Cassette", dvd: "DVD", "dvd-v": "DVD", "dvd-a": "DVD", dvdr: "DVDr",
  "blu-ray": "Blu-ray", "blu": "Blu-ray", file: "File", lathe: "Lathe Cut", "lathe cut": "Lathe Cut", flexi: "Flexi-disc", "flexi-disc": "Flexi-disc", box: "Box Set",
  "box set": "Box Set", shellac: "Shellac", vhs: "VHS", minidisc: "Minidisc", "8-trk": "8-Track Cartridge", reel: "Reel-To-Reel", usb: "Memory Stick"
}

/** Descriptions as an export file shortens them. */
const descriptions: Readonly<Record<string, string>> = {
  re: "Reissue", rp: "Repress", rm: "Remastered", comp: "Compilation", ltd: "Limited Edition", num: "Numbered", dlx: "Deluxe Edition", promo: "Promo", mono: "Mono",
  ster: "Stereo", quad: "Quadraphonic", smplr: "Sampler", unofficial: "Unofficial Release", "s/edition": "Special Edition", "club ed": "Club Edition", tp: "Test Pressing",
  "w/lbl": "White Label", mp: "Mispress", enh: "Enhanced", maxi: "Maxi-Single", "mini": "Mini-Album", mixed: "Mixed", "s/sided": "Single Sided", pic: "Picture Disc", etch: "Etched",
  transcription: "Transcription", "p/mixed": "Partially Mixed", "p/unofficial": "Partially Unofficial", "j-card": "J-Card", shape: "Shape"
}

/** Words that say of what carrier a release is, and of which kind it is. */
const isBoth = new Set(["lp", "12\"", "10\"", "7\""])

const words = (text: string): ReadonlyArray<string> =>
  text.split(/[,+]/).map((word) => word.trim().replace(/^\d+\s*x\s*/i, "")).filter((word) => word !== "" && word.toLowerCase() !== "all media")

const lookUp = (table: Readonly<Record<string, string>>, word: string): string | undefined =>
  Object.hasOwn(table, word.toLowerCase()) ? table[word.toLowerCase()] : undefined

/** `Vinyl` of `2xLP, Album, RE`; null where nothing tells. */
export const carrierOf = (text: string): string | null => {
  for (const word of words(text)) {
    const carrier = lookUp(carriers, word)
    if (carrier !== undefined) return carrier
  }
  return null
}

/** `LP`, `Album`, `Reissue` of `2xLP, Album, RE`. */
export const detailOf = (text: string): ReadonlyArray<string> =>
  [...new Set(words(text).flatMap((word) =>
    lookUp(carriers, word) === undefined ? [lookUp(descriptions, word) ?? word] : isBoth.has(word.toLowerCase()) ? [word] : []))]
