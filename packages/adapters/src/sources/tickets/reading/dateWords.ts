/** Months by their names and how those are shortened: English, German, French, Spanish, Italian, Dutch. */
const months: ReadonlyArray<string> = [
  "january jan januar jänner janvier janv enero ene gennaio januari",
  "february feb februar février févr fév febrero febbraio februari",
  "march mar märz mär mars marzo maart mrt",
  "april apr avril avr abril abr aprile",
  "may mai mayo maggio mei",
  "june jun juni juin junio giugno",
  "july jul juli juillet juil julio luglio",
  "august aug août agosto augustus",
  "september sept sep septembre septiembre settembre",
  "october oct oktober okt octobre octubre ottobre ott",
  "november nov novembre noviembre",
  "december dec dezember dez décembre déc diciembre dic dicembre"
]

const weekdays: ReadonlyArray<string> = [
  "sunday sun sonntag so dimanche dim domingo dom domenica zondag zo",
  "monday mon montag mo lundi lun lunes lunedì maandag ma",
  "tuesday tues tue dienstag di mardi mar martes martedì dinsdag",
  "wednesday wed mittwoch mi mercredi mer miércoles mié mercoledì woensdag wo",
  "thursday thurs thur thu donnerstag do jeudi jeu jueves jue giovedì gio donderdag",
  "friday fri freitag fr vendredi ven viernes vie venerdì vrijdag vr",
  "saturday sat samstag sa samedi sam sábado sáb sabato sab zaterdag za"
]

const indexed = (lists: ReadonlyArray<string>) => new Map(lists.flatMap((list, index) => list.split(" ").map((word) => [word, index] as const)))

const monthNumbers = indexed(months)
const weekdayNumbers = indexed(weekdays)

/** Longest first, so that `sept` is not read as `sep`. */
const alternatives = (lists: ReadonlyArray<string>) =>
  [...new Set(lists.flatMap((list) => list.split(" ")))].toSorted((a, b) => b.length - a.length).join("|")

/** Parts of patterns that match a month's and a weekday's name. */
export const anyMonth = alternatives(months)
export const anyWeekday = alternatives(weekdays)

/** 1 to 12. */
export const monthOf = (text: string): number => (monthNumbers.get(text.toLowerCase()) ?? -1) + 1

/** 0 is Sunday; null for what may be another word as well: two letters, and `mar`, which is March, too. */
export const weekdayOf = (text: string): number | null => {
  const word = text.toLowerCase()
  return word.length < 3 || word === "mar" ? null : weekdayNumbers.get(word) ?? null
}
