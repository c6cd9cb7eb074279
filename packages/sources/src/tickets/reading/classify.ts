import type { Mail } from "../mail/mail.js"
import { languagesOf } from "./purposes/languages.js"
import { type LanguagePhrases, type Purpose, purposes } from "./purposes/phrases.js"

/** Signs of a purchase in a mail. */
export interface Evidence {
  readonly orderId: boolean
  readonly total: boolean
  readonly seats: boolean
  /** Seats, or a number of tickets. */
  readonly tickets: boolean
  /** Reservation markup or a wallet pass. */
  readonly reservation: boolean
  /** Whether the sender is known to sell tickets. */
  readonly isSeller: boolean
  /** Whether the sender is a shop for goods. */
  readonly isShop: boolean
  /** Whether a label says that the total was paid. */
  readonly isPaid: boolean
  /** The form of receipts of a seller that gives no order numbers. */
  readonly isReceipt: boolean
}

/** What a mail is for. `doubt` says why a person should look at it. */
export interface PurposeReading {
  readonly purpose: Purpose
  readonly doubt: string | null
}

/** Advertising in the text of a mail, which confirmations have, too. */
const advertising =
  /^(?:buy|get|find|shop|grab|browse) (?:your )?tickets?\b|^(?:compra ya|jetzt tickets|achetez|acquista|koop nu|compre)\b|\bfind tickets\b|\bbuy (?:now|tickets)\b|\btickets (?:are )?on sale\b|\bon sale (?:now|friday|this)\b|\bpre-?sale\b|\btickets? (?:start(?:ing)? )?(?:from|at) [$€£]|\bfrom [$€£]\d|\brecommended for you\b|\byou (?:might|may) (?:also )?like\b|\bjust announced\b|\bdon't miss\b|\bmore events\b|\bpopular (?:events|near)\b|\bbecause you\b|\bselling fast\b|\bsee all events\b/i

/** Number of lines with headlines and first sentences. */
const top = 25
/** Further lines may thank for an order. */
const thanks = 80
/** Number of lines that say what a mail is for. */
const opening = 5
/** Lines above advertisements, rules and legal notes. */
const footer =
  /^(?:[-–—_=*]{3,}|(?:you (?:might|may) (?:also )?(?:like|enjoy)|more events|recommended|need to know|unsubscribe|das könnte|weitere (?:veranstaltungen|events)|impressum|abmelden|vous aimerez|vous aimeriez|à découvrir|se désabonner|mentions légales|también te|te puede interesar|darse de baja|potrebbe|ti potrebbe|annulla iscrizione|misschien ook|uitschrijven|você também|também pode|cancelar subscrição|descadastrar|おすすめ|こちらも|配信停止).*)$/i
const maxLineLength = 400

const withoutFooter = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const end = lines.findIndex((line, index) => index >= opening && footer.test(line))
  return end === -1 ? lines : lines.slice(0, end)
}
const forwards = /^(?:(?:fwd?|fw|re|aw|wg|tr|rv|enc|i|r|vs|doorst|antw|res|転送)\s*:\s*)+/i

/** Quotes and full-width letters in one form. */
const plain = (text: string): string =>
  text
    .slice(0, maxLineLength)
    .replace(/[‘’´`]/g, "'")
    .replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))

/** Changes of tickets that somebody has. */
const changes: ReadonlySet<Purpose> = new Set(["cancelled", "moved", "given", "sold", "refunded"])
/** Purposes whose words are common: lines of the text may say something surer. */
const weak: ReadonlySet<Purpose> = new Set(["reminder", "survey", "account", "marketing"])
/** Other goods and services, which also have confirmations and order numbers. */
const otherGoods: ReadonlySet<Purpose> = new Set(["parking", "insurance", "goods", "addOn", "plan"])

/** Purposes in order of precedence; later ones are more common words. */
const precedence = purposes.filter(
  (purpose) => !["order", "unclear", "received", "offered", "upgrade"].includes(purpose)
)

const goods = /\b(?:t-?shirts?|hoodies?|sweat(?:shirt|er)s?|vinyl|merch(?:andise)?|gift ?cards?|tote bag|poster)\b/i
const admits =
  /\b(?:tickets?|seats?|admission|section|row|standing|eintritt\w*|platz|plätze|sitz\w*|billets?|entradas?|boletos?|biglietti|ingressos?|bilhetes?|kaarten)\b|席|枚/i

interface Texts {
  readonly subject: string
  readonly head: ReadonlyArray<string>
  readonly lines: ReadonlyArray<string>
  readonly languages: ReadonlyArray<LanguagePhrases>
}

/** Classifies a mail by subject, headers and content, for every origin, before anything else of it is believed. */
export const purposeOf = (
  mail: Pick<Mail, "subject" | "isBulk">,
  allLines: ReadonlyArray<string>,
  evidence: Evidence
): PurposeReading => {
  const subject = plain(mail.subject.replace(forwards, ""))
  const lines = allLines.slice(0, thanks).map(plain)
  const languages = languagesOf([subject, ...lines])
  const isConditional = (line: string) => languages.some(({ conditional }) => conditional.test(line))
  const body = withoutFooter(lines)
  const purchase = purchaseIn({ subject, lines: body, languages }, evidence)
  // In a purchase or a transfer, only the first lines may say that it is something else: offers and rules follow.
  const beginning = [subject, ...body.slice(0, opening)]
  const isReceived = languages.some(({ purposes: { received } }) =>
    beginning.some((line) => received?.anywhere?.test(line) === true)
  )
  const head = body.slice(0, purchase === "sure" || isReceived ? opening : top).filter((line) => !isConditional(line))
  const texts = { subject, lines: body, languages, head }
  return (
    otherPurposeOf(texts, purchase, evidence) ??
    transferOf(texts, purchase) ??
    (purchase === "sure" || purchase === "named"
      ? { purpose: isUpgrade(texts) ? "upgrade" : "order", doubt: null }
      : isAdvertisement(mail, lines, purchase)
        ? { purpose: "marketing", doubt: null }
        : unproven(texts, evidence))
  )
}

/**
 * How sure a purchase is. `sure`: an order with its number in words of buying, or a reservation. `named`: an order with
 * its number and its tickets. `said`: words without a number. A total, a venue and a day are not enough: carts and
 * offers have them, too.
 */
type Purchase = "sure" | "named" | "said" | "none"

const purchaseIn = (
  { languages, lines, subject }: Omit<Texts, "head">,
  { isPaid, isReceipt, isSeller, orderId, reservation, tickets, total }: Evidence
): Purchase => {
  if (reservation) return "sure"
  const isBought = isPaid || languages.some(({ bought }) => [subject, ...lines].some((line) => bought.test(line)))
  if (isBought || isReceipt) return orderId || isReceipt ? "sure" : "said"
  const isNamed = languages.some(({ named }) => named.test(subject))
  return orderId && isNamed && (tickets || total || isSeller) ? "named" : isNamed ? "said" : "none"
}

const isAdvertisement = (
  { isBulk }: Pick<Mail, "isBulk">,
  lines: ReadonlyArray<string>,
  purchase: Purchase
): boolean => {
  const offers = (isBulk ? 2 : 0) + Math.min(3, lines.filter((line) => advertising.test(line)).length)
  return offers >= (purchase === "said" ? 3 : 2)
}

const unproven = ({ languages }: Texts, { orderId }: Evidence): PurposeReading => ({
  purpose: "unclear",
  doubt:
    languages.length === 0
      ? "It is in a language that Daybook does not read."
      : orderId
        ? "It does not say that anything was bought."
        : "It does not say that anything was bought, or gives no order number."
})

const isUpgrade = (texts: Texts): boolean => isSaid(texts, "upgrade", false)

/** A transfer that was called back is no cancellation. */
const aboutTransfer = /transf|übertrag|overdracht|trasferiment|譲渡|分配/i

const isSaid = ({ head, languages, subject }: Texts, purpose: Purpose, isInSubject: boolean): boolean =>
  languages.some(({ purposes }) => {
    const { anywhere, subject: only } = purposes[purpose] ?? {}
    const isAbout = (line: string) => purpose !== "cancelled" || !aboutTransfer.test(line)
    if (isInSubject) return isAbout(subject) && (anywhere?.test(subject) === true || only?.test(subject) === true)
    return anywhere !== undefined && [subject, ...head].some((line) => isAbout(line) && anywhere.test(line))
  })

/** Whether the subject confirms a purchase at its start: what follows is the event's name, whatever its words. */
const opensWithPurchase = ({ languages, subject }: Texts): boolean =>
  languages.some(({ bought }) => {
    const match = bought.exec(subject)
    return match !== null && match.index <= 4
  })

/** The purpose of a mail that is no purchase; null when nothing says so. */
const otherPurposeOf = (texts: Texts, purchase: Purchase, evidence: Evidence): PurposeReading | null => {
  const opens = opensWithPurchase(texts)
  const candidates = isUpgrade(texts) ? precedence.filter((one) => one !== "offer") : precedence
  const inSubject = candidates.filter((one) => (!opens || otherGoods.has(one)) && isSaid(texts, one, true))
  const stated =
    (evidence.isShop && !evidence.seats ? "goods" : undefined) ??
    inSubject.find((one) => !weak.has(one)) ??
    candidates.find((one) => isSaid(texts, one, false)) ??
    (isOfGoods(texts, evidence) ? "goods" : inSubject[0])
  if (stated === undefined || (evidence.reservation && !changes.has(stated))) return null
  if ((stated === "given" || stated === "sold") && isSaid(texts, "received", false)) return null
  const isSure = purchase === "sure"
  // The words of the subject decide. Those of a line may be about something else, such as an earlier order.
  if (changes.has(stated) && !(opens && isSure)) return { purpose: stated, doubt: null }
  const isUnsure =
    isSure || (inSubject.length === 0 && (purchase === "named" || (purchase === "said" && evidence.orderId)))
  return isUnsure
    ? { purpose: "unclear", doubt: doubts[stated] ?? contradiction("something else") }
    : { purpose: stated, doubt: null }
}

/** Goods are delivered, and nothing of them admits to anything. */
const isOfGoods = ({ lines }: Texts, { seats, tickets }: Evidence): boolean =>
  !seats &&
  (lines.some((line) => delivered.test(line)) || (!tickets && lines.some((line) => goods.test(line)))) &&
  !lines.some((line) => admits.test(line) && !advertising.test(line))

const delivered =
  /^(?:estimated delivery|expected delivery|voraussichtliche (?:lieferung|zustellung)|livraison (?:estimée|prévue)|entrega (?:estimada|prevista)|consegna (?:stimata|prevista)|verwachte (?:bezorging|levering)|お届け予定)/i

const contradiction = (what: string) => `It confirms something, but may be about ${what}.`

const doubts: Readonly<Partial<Record<Purpose, string>>> = {
  cancelled: contradiction("a cancellation"),
  moved: contradiction("a new date"),
  given: contradiction("tickets that went to somebody else"),
  sold: contradiction("tickets that were sold"),
  refunded: contradiction("a refund"),
  sale: contradiction("an order of somebody else"),
  cart: contradiction("an order that was not completed"),
  declined: contradiction("a payment that failed"),
  reservation: contradiction("a reservation that is not paid"),
  waitlist: contradiction("a waiting list"),
  offer: contradiction("an offer"),
  addOn: contradiction("something added to a visit"),
  parking: contradiction("parking alone"),
  plan: contradiction("an invoice or a renewal of a season"),
  insurance: contradiction("an insurance"),
  goods: contradiction("goods or a voucher"),
  reminder: contradiction("a reminder"),
  survey: contradiction("a survey"),
  account: contradiction("an account"),
  marketing: contradiction("an advertisement")
}

/** Tickets that somebody sent to the reader: accepted, or still an offer. */
const transferOf = (texts: Texts, purchase: Purchase): PurposeReading | null => {
  if (!isSaid(texts, "received", false)) return null
  const isAccepted = [texts.subject, ...texts.head].some((line) => acceptedWords.test(line))
  if (purchase !== "sure" && !isAccepted && isSaid(texts, "offered", false))
    return { purpose: "offered", doubt: "Somebody offers these tickets; it does not say whether they were accepted." }
  return { purpose: purchase === "sure" ? "order" : "received", doubt: null }
}

const acceptedWords =
  /\b(?:complete|accepted|received tickets|angenommen|akzeptiert|accept(?:é|ée|és|ées)|aceptad[oa]|has aceptado|aceptaste|hai accettato|accettat[oi]|geaccepteerd|aceitou|aceitaste|aceite)(?!\p{L})|受け?取りました/iu
