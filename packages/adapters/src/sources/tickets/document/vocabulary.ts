/** Meaning of a label. `other` are labels of irrelevant values, which are never a title or a venue. */
export type Meaning =
  | "title"
  | "performance"
  | "home"
  | "away"
  | "venue"
  | "address"
  | "date"
  | "when"
  | "time"
  | "doors"
  | "otherDate"
  | "order"
  | "booking"
  | "reference"
  | "section"
  | "row"
  | "seats"
  | "seating"
  | "quantity"
  | "ticketType"
  | "total"
  | "price"
  | "otherMoney"
  | "person"
  | "other"

/**
 * Labels of tickets and receipts in English, German, French, Spanish, Italian and Dutch, lower case without a colon.
 */
const words: Readonly<Record<Meaning, string>> = {
  title:
    "event|event name|event title|name of event|event details for|show name|artist|artists|act|headliner|performer|production|title|film|movie|match|game|matchup|concert|tour|attraction|" +
    "veranstaltung|titel|künstler|événement|evénement|spectacle|evento|espectáculo|spettacolo|evenement|voorstelling",
  performance: "performance|show|session|vorstellung|représentation|función",
  home: "home team|home|host team",
  away: "away team|away|visitor|visiting team|opponent|visitors",
  venue:
    "venue|venue name|event venue|location|event location|venue location|where|place|theatre|theater|stadium|arena|hall|auditorium|cinema|at|veranstaltungsort|ort|spielort|spielstätte|location/venue|lieu|salle|lugar|recinto|luogo|sede|locatie|zaal",
  address: "address|venue address|event address|street address|adresse|dirección|indirizzo|adres|city|stadt",
  when:
    "event date|event date & time|event date and time|event date/time|date & time|date and time|date/time|date + time|when|show date|show date & time|performance date|performance date & time|performance date/time|performance date and time|" +
    "concert date|game date|match date|event starts|starts|starts on|start date|scheduled for|event day|event time & date|day & time|datum & uhrzeit|datum und uhrzeit|veranstaltungsdatum|termin|date de l'événement|date et heure|fecha y hora|fecha del evento|data e ora|data evento|datum en tijd",
  date: "date|day|datum|fecha|data|dates|event dates",
  time: "time|start time|show time|showtime|event time|starts at|curtain|curtain time|performance time|kick-off|kick off|kickoff|ko|first pitch|tip-off|puck drop|event starts at|uhrzeit|beginn|zeit|heure|hora|ora|tijd|aanvang",
  doors:
    "doors|doors open|door time|doors time|gates|gates open|einlass|ouverture des portes|apertura puertas|apertura porte|deuren open|entry time",
  otherDate:
    "order date|order placed|order placed on|order date & time|order time|ordered|ordered on|date ordered|date of order|purchase date|purchased|purchased on|date purchased|date of purchase|sale date|sold on|booked|booked on|booking date|date booked|" +
    "transaction date|transaction time|payment date|paid on|invoice date|billing date|charge date|date of issue|issued|issued on|printed|printed on|print date|delivery date|delivered|estimated delivery|delivery by|ships by|in-hand date|available|" +
    "expires|expiry|expiry date|expiration|expiration date|valid until|valid through|last updated|transfer date|sent|sent on|received|on sale|on sale date|presale|posted|listed on|member since|date of birth|" +
    "bestelldatum|kaufdatum|buchungsdatum|rechnungsdatum|date de commande|date d'achat|fecha de compra|fecha de pedido|data ordine|data acquisto|besteldatum|aankoopdatum",
  order:
    "order|order number|order no|order no.|order nr|order #|order id|order code|order ref|order reference|order reference number|order confirmation|order confirmation number|order confirmation #|your order|your order number|your order id|order details|order info|" +
    "ticket order number|bestellnummer|bestellnr|auftragsnummer|auftragsnr|auftrags-nr|numéro de commande|n° de commande|commande|número de pedido|nº de pedido|pedido|numero ordine|numero d'ordine|ordine n.|bestelnummer|ordernummer|" +
    "purchase number|purchase id|sales order|sales order number",
  booking:
    "confirmation|confirmation number|confirmation no|confirmation no.|confirmation #|confirmation code|confirmation id|your confirmation number|booking number|booking no|booking no.|booking #|booking id|booking code|booking ref|booking reference|booking reference number|your booking reference|" +
    "reservation number|reservation no|reservation #|reservation code|reservation id|reservation|buchungsnummer|buchungscode|reservierungsnummer|numéro de réservation|référence de réservation|número de reserva|localizador|numero prenotazione|codice prenotazione|reserveringsnummer|boekingsnummer",
  reference:
    "reference|reference number|reference no|reference no.|reference #|reference code|ref|ref.|ref no|ref no.|transaction|transaction number|transaction id|transaction no|transaction #|receipt number|receipt no|receipt #|invoice number|invoice|invoice #|referenz|référence|referencia",
  section:
    "section|sec|sec.|block|area|stand|level|zone|tier|bloc|kategorie|bereich|sector|settore|vak|seat section|seating area|section/area",
  row: "row|rows|seat row|reihe|rang|rangée|fila|rij|riga",
  seats:
    "seat|seats|seat(s)|seat number|seat numbers|seat number(s)|seat no|seat no.|seat #|sitz|sitze|platz|plätze|sitzplatz|siège|place(s)|places|asiento|asientos|posto|posti|stoel|stoelen",
  seating:
    "seat location|seating|your seats|seat info|seat details|seating information|seat information|seat assignment|location in venue|section/row/seat|section / row / seat|sec/row/seat",
  quantity:
    "quantity|qty|qty.|number of tickets|no. of tickets|# of tickets|tickets|ticket quantity|total tickets|total quantity|ticket count|number of seats|guests|admissions|anzahl|anzahl tickets|menge|quantité|nombre de billets|cantidad|entradas|quantità|aantal|aantal tickets",
  ticketType:
    "ticket type|ticket types|ticket|type|ticket(s)|price type|price level|ticket category|admission|admission type|item|items|description|product|pass|ticketart|ticket-art|preiskategorie|type de billet|tipo de entrada|tarif",
  total:
    "total|grand total|order total|total paid|total price|total charge|total charged|total amount|total cost|amount paid|amount charged|total amount paid|total (usd)|total usd|total incl. fees|total (incl. fees)|total (incl fees)|total including fees|total (including fees)|total payment|purchase total|booking total|" +
    "payment total|charged|you paid|order summary total|gesamtbetrag|gesamtpreis|gesamtsumme|gesamt|summe|montant total|total ttc|importe total|totale|totaal|totaalbedrag|order amount|total order|total order amount|total for this order",
  price: "price|ticket price|preis|prix|precio|prezzo|prijs|amount|betrag",
  otherMoney:
    "subtotal|sub total|sub-total|event subtotal|ticket subtotal|tickets subtotal|item subtotal|fee|fees|service fee|service fees|service charge|processing fee|order processing fee|facility charge|facility fee|delivery fee|delivery|shipping|tax|taxes|vat|discount|savings|total savings|you saved|credit|gift card|" +
    "face value|price per ticket|price each|unit price|each|per ticket|payment amount due|amount due|balance|balance due|total due|total fees|total fees & taxes|donation|insurance|refund|refund amount|total refund|gebühren|versand|mwst|frais|gastos|commissioni|servicekosten",
  person:
    "name|customer|customer name|buyer|buyer name|purchaser|purchased by|ordered by|billed to|bill to|ship to|sold to|account name|attendee|attendee name|ticket holder|guest name|cardholder|contact|deliver to|recipient|transfer to|transferred to|from|to|cc|reply-to|sender|first name|last name|kunde|nom|nombre|cliente|naam",
  other:
    "email|e-mail|email address|phone|telephone|mobile|account|account number|account id|customer number|customer id|member number|payment|payment method|payment type|paid with|paid by|card|card number|card type|credit card|billing address|shipping address|billing information|billing & shipping address|payment information|" +
    "delivery method|delivery type|delivery option|shipping method|ticket delivery|status|order status|transfer status|ticket status|ticket number|ticket numbers|ticket no|ticket id|ticket #|barcode|barcode number|ticket code|age restriction|ages|age|notes|note|important information|event info|event information|event details|" +
    "directions|parking|subject|promoter|organizer|organiser|organized by|presented by|seller|website|url|phone number|help|questions|contact us|order information|order summary|your order details|ticket details|ticket information|ticket info|your tickets|purchase summary|payment summary|purchase details|purchase confirmation|" +
    "your receipt|receipt|sale info|items purchased|general information|terms|terms and conditions|refund policy|season|included event(s)|included events|details|my account|transfer|message|language|included|gift message|promo code|discount code|event id|event code|sku"
}

const meanings = new Map<string, Meaning>(
  (Object.entries(words) as ReadonlyArray<readonly [Meaning, string]>).flatMap(([meaning, list]) =>
    list.split("|").map((label) => [label, meaning] as const)
  )
)

const longest = 45

/** A label without decoration: `Order #:`, `*Section*`, `Seat(s)`. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/^[\s*•·–—>-]+/, "")
    .replace(/[\s:*•·–—?.-]+$/, "")
    .trim()

/** Meaning of a text that is a label and nothing else. */
export const meaningOf = (text: string): Meaning | null => {
  if (text.length > longest) return null
  const label = bare(text)
  return (
    meanings.get(label) ??
    meanings.get(`${label}.`) ??
    (label.startsWith("your ") ? (meanings.get(label.slice(5)) ?? null) : null)
  )
}

/** Maximum number of words of a label without a colon, such as `Row 12`. */
const mostWords = 5

/** The longest label at the start of a line, and the rest of the line. */
export const labelAtStart = (
  text: string
): { readonly meaning: Meaning; readonly label: string; readonly rest: string } | null => {
  const ends = [...text.slice(0, longest + 1).matchAll(/[\s:#]+/g)].slice(0, mostWords).toReversed()
  for (const { 0: between, index } of ends) {
    const label = text.slice(0, index)
    const rest = text.slice(index + between.length).trim()
    const meaning = rest === "" ? null : ((between.includes("#") ? meaningOf(`${label} #`) : null) ?? meaningOf(label))
    if (meaning !== null) return { meaning, label: label + between, rest }
  }
  return null
}
