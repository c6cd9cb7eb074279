import { type Dice, dice } from "./dice.js"
import { type Topic, topics } from "./topics.js"
import { coinedWord } from "./words.js"

/** A text as it stands on the web, independent of its readers. */
export interface WebArticle {
  readonly index: number
  readonly topic: Topic
  readonly subject: string
  readonly title: string
  readonly author: string
  readonly site: Site
  /** Below the site's address, with a leading slash. */
  readonly path: string
  readonly description: string
  readonly paragraphs: ReadonlyArray<string>
  /** `gone`: the link is dead. `paywall`: there is nothing to read without paying. */
  readonly state: "open" | "gone" | "paywall"
  readonly hasPicture: boolean
}

export interface Site {
  /** A host name without the domain. */
  readonly host: string
  readonly name: string
}

const siteWords = ["Review", "Courier", "Quarterly", "Notebook", "Journal", "Dispatch", "Monthly", "Weblog"]

/** The magazines and weblogs there are, the most read first. */
export const sitesOf = (seed: number): ReadonlyArray<Site> =>
  Array.from({ length: 24 }, (_, index) => {
    const chance = dice(seed, "site", index)
    const name = `${plainLetters(coinedWord(chance))} ${chance.pick(siteWords)}`
    return { name, host: `${name.toLowerCase().replace(/[^a-z]/g, "")}${index}` }
  })

const plainLetters = (text: string): string => text.normalize("NFKD").replace(/[^A-Za-z]/g, "") || "Meridian"

const titles: ReadonlyArray<(subject: string, dice: Dice) => string> = [
  (subject) => `What ${subject} can teach us`,
  (subject) => `The quiet return of ${subject}`,
  (subject) => `In praise of ${subject}`,
  (subject) => `A year with ${subject}`,
  (subject, chance) => `${chance.pick(["Seven", "Nine", "Eleven"])} notes on ${subject}`,
  (subject) => `Who is afraid of ${subject}?`,
  (subject, chance) => `${coinedWord(chance)} and ${subject}`,
  (subject) => `How ${subject} changed, and we did not notice`
]

const closings = [
  "None of this is news to those who were there.",
  "It is a small thing, and it takes a long time.",
  "Ask again in ten years.",
  "The rest, as so often, is waiting.",
  "That may be the whole story."
]

/** The article of an index: its topic, words and fate depend on seed and index alone. */
export const webArticle = (seed: number, sites: ReadonlyArray<Site>, index: number): WebArticle => {
  const chance = dice(seed, "article", index)
  const topic = topics[(chance.rank(topics.length) + index) % topics.length]!
  const subject = chance.pick(topic.subjects)
  const title = capital(chance.pick(titles)(subject, chance))
  const paragraphs = Array.from({ length: 4 + chance.below(9) }, () => paragraphOf(topic, subject, chance))
  const fate = chance.roll()
  return {
    index,
    topic,
    subject,
    title,
    author: `${plainLetters(coinedWord(chance))} ${plainLetters(coinedWord(chance))}`,
    site: sites[chance.rank(sites.length)]!,
    path: `/${title
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[^a-z]+/g, "-")
      .replace(/^-|-$/g, "")}-${index}`,
    description: capital(chance.pick(topic.sentences).replace("@", subject)),
    paragraphs,
    state: fate < 0.05 ? "gone" : fate < 0.08 ? "paywall" : "open",
    hasPicture: chance.chance(0.85)
  }
}

const paragraphOf = (topic: Topic, subject: string, chance: Dice): string => {
  const about = () => (chance.chance(0.7) ? subject : chance.pick(topic.subjects))
  const sentences = Array.from({ length: 3 + chance.below(4) }, () =>
    capital(chance.pick(topic.sentences).replace("@", about()))
  )
  return [...sentences, ...(chance.chance(0.3) ? [chance.pick(closings)] : [])].join(" ")
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
