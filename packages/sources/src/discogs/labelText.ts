import { withoutNumber } from "./wire.js"

/** Words of legal forms, which follow a comma in the name of a company: `Inc.`, `Co., Ltd.`, `S.A. de C.V.`. */
const legalForms = new Set(
  (
    "inc incorporated ltd limited ltda ltée ltee lda llc llp plc co corp corporation company cie gmbh mbh ag kg ek ev " +
    "sa sas sarl sl slu srl srls spa bv nv ab as aps oy oyj pty pte kk cv sab zoo doo sro kft bt"
  ).split(" ")
)
const links = new Set(["de", "and", "y", "e", "et", "und"])

const isLegalForm = (text: string): boolean => {
  const words = withoutNumber(text)
    .toLowerCase()
    .replace(/[./]/g, "")
    .split(/[\s&]+/)
    .filter((word) => word !== "" && !links.has(word))
  return words.length > 0 && words.every((word) => legalForms.has(word))
}

/**
 * The labels of a release, which the file joins with commas. A legal form is not a label: it belongs to the name before
 * it, as does an article that Discogs puts behind.
 */
export const labelsOf = (text: string): ReadonlyArray<string> => {
  const labels: Array<string> = []
  for (const part of text.split(", ")) {
    const before = labels.at(-1)
    if (before !== undefined && (isLegalForm(part) || /^the$/i.test(withoutNumber(part))))
      labels[labels.length - 1] = `${before}, ${part}`
    else labels.push(part)
  }
  return labels.map(withoutNumber)
}
