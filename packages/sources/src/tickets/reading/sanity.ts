import { moneyIn, placeInHouse } from "../../kit/mentions/orders.js"
import { sellers } from "../../kit/mentions/sellers.js"
import type { Meaning } from "../document/labels.js"
import { labelAtStart, meaningOf } from "../document/vocabulary.js"
import { dateIn } from "./dates.js"
import { isBareTime } from "./times.js"

/** A mail without a date, so dates without a year are ignored. */
const undatedMail = { received: 0, dayFirst: false }

const maxNameLength = 160
const link = /https?:|www\.|\S@\S+\.\S/i
/** Starts of sentences to the reader and of buttons. */
const address = new RegExp(
  "^(?:¡.*|il biglietto|i biglietti|todo listo|mauvaise nouvelle|valid (?:on|for)|gültig|válid[oa]|valable|valido|geldig|entrega|lieferung|verwachte|livraison|consegna|le confirmamos|te confirmamos|apreciad[oa]\\S*|hi|hey|hello|dear|thanks?|thank you|congrat\\w*|you(?:'|’)?(?:re|ve|ll)?|your|we(?:'|’)?(?:re|ve|ll)?|our|please|here(?:'|’)?s?(?: are| is)?|this (?:email|e-mail|is|order|message|ticket)|these|if you|to (?:view|access|see|get|manage)|keep|save|view|see (?:your|all|more|details)|" +
    "click|tap|print|download|add to|get (?:your|directions|the app|tickets|help)|manage|open|sign in|log ?in|go to|visit|need|questions?|contact|help|share|follow|invite|sell|transfer|upgrade|buy|shop|find|explore|browse|discover|learn|read more|important|note|" +
    "attention|reminder|good news|great news|nice one|woo|success|complete[d]?$|confirmed|(?:order|ticket|e-?ticket) (?:confirm\\w*|placed|summary|details|received|receipts?|complete)|(?:purchase|booking|registration|reservation) (?:confirm\\w*|summary|details)|payment|powered by|presented by|sent (?:to|from)|unsubscribe|privacy|terms|©|\\(c\\)|copyright|all rights|" +
    "the countdown|the moment|it(?:'|’)s almost|almost time|get ready|forwarded|guten tag|hallo|liebe[rs]?|lieber|vielen dank|danke|herzlich\\w*|sehr geehrte[rs]?|ihre?[nrm]?|deine?[nrm]?|wir|bitte|hier (?:sind|ist|finden)|anbei|hiermit|zur? (?:bestellung|ticket)\\w*|tickets? (?:anzeigen|herunterladen|ansehen)|" +
    "bonjour|merci|cher|chère|madame|nous|votre|vos|voici|veuillez|voir|télécharger\\w*|cordialement|hola|gracias|muchas gracias|estimad[oa]s?|tus?|nos|aquí|ver|descarga\\w*|saludos|" +
    "ciao|grazie|gentile|il tuo|i tuoi|ecco|abbiamo|ti|visualizza|vedi|scarica|cordiali|beste|bedankt|hartelijk|geachte|hoi|jouw|uw|wij|bekijk|met vriendelijke|olá|obrigad[oa]|prezad[oa]|caro|cara|o seu|os seus|seus?|suas?|nós|aqui|baix\\w*|atenciosamente|mit freundlichen|viele grüße|ce billet|questo biglietto)(?![\\p{L}-])",
  "iu"
)
const sentenceEnd =
  /[。！]$|(?:ます|ました|です|ください|ません)[。！]?$|^(?:この(?:度|たび)|いつも|下記|以下|ご|お)[\p{Script=Hiragana}\p{Script=Han}]|[a-zà-ÿ)][.!?]$|[.!?]\s+\p{Lu}\p{Ll}+ \p{Ll}/u
const abbreviated = /\b(?:vs|jr|sr|st|mr|mrs|dr|feat|ft|inc|d\.c|u\.s|a\.m|p\.m)\.$/i
const streetShort = /(?<!\p{L})(?:avda|av|ave|blvd|bd|pl|str|st|pza|rua|r|c|p|dr|dra|sta|sto|sra|sr)\.(?=\s)/giu
/** Ticket types, ways of entry and delivery. */
const ticketType = new RegExp(
  "^(?:(?:\\d+\\s*(?:x\\s*)?)?(?:door:\\s*)?(?:\\d[- ]day |single[- ]day |weekend |early bird |advance |presale |pre-sale |standard |full[- ]price |reserved |unreserved |premium |vip |ga |adult |child |senior |student |mobile |limited |platinum |official platinum )*" +
    "(?:general admission|admission|ga\\d*|standing|seating|seated|lawn|floor|pit|orchestra|balcony|mezzanine|ticket\\(?s?\\)?|e-?tickets?|pass(?:es)?|package|wristbands?|entry|admit one|standard|adult|child|mobile entry|will call|print at home|vip|parterre|stalls|dress circle|upper circle|main floor|parquet|stehplatz|sitzplatz)" +
    "(?:[\\s:,-]{1,3}(?:\\(?tier \\d+\\)?|tickets?|pass(?:es)?|seating|standing|admission|entry|only|left|right|cent(?:er|re)|rear|front|upper|lower|level|box|stalls|circle|tier|side|\\d+|x ?\\d+)){0,6}(?:\\s?[|$].*)?)$",
  "i"
)
const seating =
  /^(?:sec(?:tion)?|row|seats?|block|level|gate|door|aisle|reihe|platz|sitz|box)\b[\s:#.]*(?:\(s\)[\s:#]*)?\w{1,12}\b(?:[\s,•·|/&-]{1,3}(?:(?:sec(?:tion)?|row|seats?|block|reihe|platz|sitz)\b[\s:#.]{0,3})?\w{1,8}\b){0,40}$/i
const count =
  /^(?:\d{1,3}\s?(?:x\b.*|items?|.{0,40}\btickets?\b.*|.{0,40}\bticket\(s\).*|seats?\b.*|billets?|entradas?|karten)|.*\bx\s*\d{1,2}|qty.*)$/i
/** A number or code without a word: `blink-182` has one. */
const isCode = (text: string): boolean => /^#?\s?[\w/.-]{5,40}$/.test(text) && /\d/.test(text) && !/[a-z]{3}/.test(text)
const age = /^(?:all ages|(?:ages? )?\d{2}\s?\+|(?:must be )?\d{2} (?:and|&) over.*|under \d.*)$/i
const presents = /\b(?:presents?|präsentiert|présente|presenta)\s*:?$/i

/** Words that are never names of events or venues, for any seller. */
const names = new Set([
  ...sellers.map(({ name }) => name.toLowerCase()),
  "ticket",
  "tickets",
  "event",
  "your event",
  "the event",
  "your tickets",
  "untitled",
  "n/a",
  "none",
  "tbd",
  "tba",
  "null",
  "undefined",
  "receipt",
  "invoice",
  "welcome",
  "home",
  "away",
  "vs",
  "free",
  "total"
])

/** Whether a text cannot name an event or a venue: a label, number, date, amount, seat or sentence. */
const isNoName = (text: string): boolean =>
  text.length < 2 ||
  text.length > maxNameLength ||
  !/\p{L}/u.test(text) ||
  names.has(text.toLowerCase().replace(/[!.:]+$/, "")) ||
  meaningOf(text) !== null ||
  isCode(text) ||
  link.test(text) ||
  isBareTime(text) ||
  isFilled(text) ||
  count.test(text) ||
  age.test(text) ||
  seating.test(text) ||
  ticketType.test(text) ||
  /[$€£]\s?\d|\d\s?€/.test(text) ||
  isOnlyDate(text)

const numbered = new Set<Meaning>([
  "order",
  "booking",
  "reference",
  "section",
  "row",
  "seats",
  "quantity",
  "total",
  "price",
  "otherMoney",
  "otherDate",
  "date",
  "when",
  "time",
  "doors"
])

/** A label with its value: `Order #100000000`, `Total US $72.90`. */
const isFilled = (text: string): boolean => {
  const start = labelAtStart(text)
  return (
    start !== null && numbered.has(start.meaning) && /^\W{0,3}(?:US |CA |A)?\W{0,3}[A-Z]{0,4}[-/]?\d/.test(start.rest)
  )
}

/** Whether a text addresses the reader rather than naming something. */
export const isSpoken = (text: string): boolean =>
  address.test(text) ||
  (sentenceEnd.test(text.replace(streetShort, "")) && !abbreviated.test(text) && text.split(" ").length > 4)

const isOnlyDate = (text: string): boolean => {
  const date = dateIn(text, { ...undatedMail, received: Date.UTC(2020, 0, 1) })
  return (
    date !== null &&
    text.slice(0, date.from).replace(/[^\p{L}]/gu, "").length < 3 &&
    text.slice(date.to).replace(/[^\p{L}]/gu, "").length < 14
  )
}

/** Words of receipts, which alone are not a name. */
const plainWords = new Set(
  (
    "a account address amount an and app been billing booking by card complete confirmation confirmed contact customer date day delivery details due email entry event for has help in info information invoice is it important mobile more " +
    "my new next notice of on online order orders our pass payment phone please purchase ready receipt reference refund reminder service shipping status summary support the this ticket tickets time to total update upcoming view you your"
  )
    .split(" ")
    .concat(
      (
        "der die das und ist von zu zur zum für bestellung bestellungen bestellübersicht auftrag auftragsbestätigung bestellbestätigung buchung buchungsbestätigung rechnung übersicht ihre deine karten eintrittskarten veranstaltung zahlung bestätigung " +
        "la le les votre vos de du et commande récapitulatif confirmation réservation billet billets détails détail paiement achat événement el los las tu tus su sus pedido compra orden resumen detalles entradas boletos reserva pago " +
        "il lo gli i tuo tuoi ordine riepilogo dettagli acquisto biglietti biglietto conferma prenotazione pagamento het een je jouw uw bestelling bestelgegevens overzicht gegevens kaarten kaartjes bevestiging boeking betaling " +
        "o os as seu seus sua suas do da resumo detalhes ingressos bilhetes confirmação encomenda"
      ).split(" ")
    )
)

const isPlain = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => word === "" || plainWords.has(word))

/** `Compra nº 3390117`, `Bestellung 2240918`. */
const orderLine =
  /^(?:\p{L}+ )?(?:order|booking|bestellung|buchung|auftrag|anmeldung|commande|réservation|dossier|compra|pedido|reserva|ordine|prenotazione|bestelling|boeking|encomenda)\s?(?:n[ºo°.]{0,2}\.?|nr\.?|no\.?|#|:)?\s?#?(?=\S*\d)[\w/-]+$/iu

/** Whether a text can be an event's name. A labelled value such as `Reference Number: 318` cannot. */
export const isTitle = (text: string): boolean =>
  !/[:,]$|^the following\b/i.test(text) &&
  !isNoName(text) &&
  !isSpoken(text) &&
  !presents.test(text) &&
  !isLabelled(text) &&
  !orderLine.test(text) &&
  !isPlain(text) &&
  text.split(/\s+/).length <= 20

/** `Reference Number: 3180687`, but not `Portishead: Live`. */
const isLabelled = (text: string): boolean => {
  const [, label] = /^([^:]{2,40}):\s*\S/.exec(text) ?? []
  return label !== undefined && meaningOf(label) !== null && !["title", "performance"].includes(meaningOf(label) ?? "")
}

/** Whether a text can be a venue's name. */
export const isVenueName = (text: string): boolean =>
  text.length <= 90 &&
  !isNoName(text) &&
  !isSpoken(text) &&
  !isLabelled(text) &&
  !/^(?:doors?|show|online|zoom|virtual|tba|tbc)\b.{0,20}$|\b(?:level|section|sec|row|seats?|block|tier|gate|lot)\s?#?\d/i.test(
    text
  ) &&
  !/\bvs?\.?\s/i.test(text)

/** Whether a text can be an order id: it has a digit or is a code in capitals, and is no date or phone number. */
export const isOrderId = (text: string): boolean =>
  /^[A-Z0-9][A-Z0-9/_-]{2,39}$/i.test(text) &&
  (/\d/.test(text) || /^[A-Z]{6,12}$/.test(text)) &&
  !/^\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?$/.test(text) &&
  !/^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(text) &&
  !/^\(?\d{3}\)?[-/]\d{3}-\d{4}$/.test(text) &&
  !/^(?:ABOUT|CANCELED|COMPLETE|COMPLETED|CONFIRMED|DETAILS|HISTORY|NUMBER|PENDING|RECEIVED|SUMMARY|STATUS|TICKETS|VIEW)$/i.test(
    text
  )

/** A printed section, row or seat; null for anything else. */
export const seatPart = (text: string | undefined): string | null => {
  const part = placeInHouse(text)
  return part === null || part.length > 40 || moneyIn(part) !== null || meaningOf(part) !== null ? null : part
}
