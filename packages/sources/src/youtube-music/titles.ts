/** What Takeout puts around a title, in the language of the account: `Watched `, ` angesehen`. */
export interface Affix {
  readonly prefix: string
  readonly suffix: string
}

/**
 * The words that are known, before and after the title; longer ones first where one begins like another. Others are
 * found by what most titles of a file have in common.
 */
const knownAffixes: ReadonlyArray<Affix> = (
  [
    ["Watched ", ""],
    ["Ha visto ", ""],
    ["Hai guardato ", ""],
    ["Has visto ", ""],
    ["Vous avez regardé ", ""],
    ["Je hebt naar ", " gekeken"],
    ["Obejrzano: ", ""],
    ["Tittade på ", ""],
    ["Så på ", ""],
    ["Så ", ""],
    ["Ați vizionat ", ""],
    ["Zhlédli jste video ", ""],
    ["Гледахте ", ""],
    ["Просмотрено видео ", ""],
    ["Ви дивилися відео ", ""],
    ["Παρακολουθήσατε το βίντεο ", ""],
    ["Pinanood ang ", ""],
    ["", " angesehen"],
    ["", " katsottiin"],
    ["", " adlı videoyu izlediniz"],
    ["", " izlənildi"],
    ["", " を視聴しました"],
    ["", " 을(를) 시청했습니다."],
    ["", " देखा"],
    ["", " দেখা হয়েছে"],
    ["", " دیکھی"]
  ] as const
).map(([prefix, suffix]) => ({ prefix, suffix }))

/** Fewer different titles may have a word in common by chance. */
const minTitles = 20
const maxWords = 4

const has = (title: string, { prefix, suffix }: Affix): boolean =>
  title.length > prefix.length + suffix.length && title.startsWith(prefix) && title.endsWith(suffix)

/** Counts the beginnings and ends of titles. Its size depends on the words of one language, not on the file. */
export const makeAffixCounts = () => {
  const counts = new Map<string, number>()
  const affixCounts = knownAffixes.map(() => 0)
  let titles = 0
  const add = (key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1)
  return {
    add: (title: string): void => {
      titles++
      knownAffixes.forEach((affix, index) => void (affixCounts[index]! += has(title, affix) ? 1 : 0))
      const words = title.split(" ")
      for (let count = 1; count <= Math.min(maxWords, words.length - 1); count++) {
        add(`< ${words.slice(0, count).join(" ")} `)
        add(`> ${words.slice(-count).join(" ")}`)
      }
      if (counts.size > maxCounts) for (const [key, count] of counts) if (count < titles / 4) counts.delete(key)
    },
    /** The affix of most titles; null if there is none. */
    result: (): Affix | null => {
      const place = affixCounts.findIndex((count) => count * 2 > titles)
      if (place !== -1) return knownAffixes[place]!
      if (titles < minTitles) return null
      const common = [...counts].flatMap(([key, count]) => (count * 2 > titles ? [key] : []))
      const longest = (mark: string) =>
        common
          .filter((key) => key.startsWith(mark))
          .map((key) => key.slice(2))
          .toSorted((a, b) => b.length - a.length)[0] ?? ""
      const suffix = longest(">")
      const affix = { prefix: longest("<"), suffix: suffix === "" ? "" : ` ${suffix}` }
      return affix.prefix === "" && affix.suffix === "" ? null : affix
    }
  }
}

/** Beginnings and ends that are counted at a time. */
const maxCounts = 50_000

/** The title alone; null if the affix is not there. */
export const withoutAffix = (title: string, affix: Affix | null): string | null => {
  const own = affix !== null && has(title, affix) ? affix : knownAffixes.find((one) => has(title, one))
  return own === undefined ? null : title.slice(own.prefix.length, title.length - own.suffix.length).trim()
}

const topic = / - Topic$/

/** The artist of a channel that YouTube makes for an artist; null for other channels. */
export const topicArtist = (channel: string): string | null =>
  topic.test(channel) ? channel.replace(topic, "").trim() : null

/**
 * Artist and title of a video. On the channel of a label or of an uploader the title may begin with the artist: only if
 * that artist is known from elsewhere, because titles have dashes too.
 */
export const namesOf = (
  channel: string,
  title: string,
  isArtist: (name: string) => boolean
): { readonly artist: string; readonly title: string } => {
  const artist = topicArtist(channel)
  if (artist !== null) return { artist, title }
  const at = title.indexOf(" - ")
  const left = title.slice(0, Math.max(0, at)).trim()
  const right = title.slice(at + 3).trim()
  return at > 0 && right !== "" && isArtist(left) ? { artist: left, title: right } : { artist: channel, title }
}
