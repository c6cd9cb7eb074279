import { describe, expect, it } from "@effect/vitest"
import { readMail } from "../../src/tickets/mail/mail.js"
import { readTickets } from "../../src/tickets/reading/read.js"
import { raw } from "./mails.js"

interface Language {
  readonly from: string
  /** Lines below the sentence. */
  readonly foot: ReadonlyArray<string>
  /** Of an order, or of an event without its name. */
  readonly unnamed: ReadonlyArray<string>
  /** X stands for the name of the event. */
  readonly named: ReadonlyArray<string>
}

/** Sentences of mails about cancellations, as headlines and subjects. */
const languages: Readonly<Record<string, Language>> = {
  en: {
    from: "customer_support@email.ticketmaster.com",
    foot: ["Order number: 40-1002/SEA", "Date: Friday, September 20, 2024 at 8:00 PM"],
    unnamed: [
      "Your order 40-1002/SEA has been cancelled",
      "Your order has been cancelled",
      "Order cancelled",
      "Order 40-1002/SEA was canceled",
      "Event cancelled",
      "The event has been cancelled",
      "Cancellation of your order 40-1002/SEA",
      "We're sorry, your event has been cancelled",
      "Your tickets have been cancelled",
      "Cancellation: your order 40-1002/SEA"
    ],
    named: [
      "Event Canceled: X",
      "X has been cancelled",
      "Your order for X has been cancelled",
      "The event X has been cancelled",
      "We regret to inform you that X has been cancelled",
      "Cancelled: X",
      "Cancellation of X",
      "Your event X is cancelled"
    ]
  },
  de: {
    from: "noreply@ticketmaster.de",
    foot: ["Bestellnummer: 881-2202", "Datum: Fr., 20.09.2024, 20:00 Uhr"],
    unnamed: [
      "Ihre Bestellung 881-2202 wurde storniert",
      "Ihre Bestellung wurde storniert",
      "Deine Bestellung ist storniert",
      "Bestellung storniert",
      "Stornierung Ihrer Bestellung 881-2202",
      "Stornobestätigung",
      "Veranstaltung abgesagt",
      "Die Veranstaltung wurde abgesagt",
      "Leider wurde die Veranstaltung abgesagt",
      "Ihre Tickets wurden storniert",
      "Ihre Buchung wurde storniert",
      "Das Konzert fällt aus"
    ],
    named: [
      "Veranstaltung abgesagt: X",
      "X wurde abgesagt",
      "Die Veranstaltung X wurde abgesagt",
      "X fällt leider aus",
      "X findet nicht statt",
      "Leider wurde X abgesagt",
      "Absage: X",
      "X (abgesagt)",
      "Ihre Bestellung für X wurde storniert",
      "Absage von X",
      "Das Konzert X ist abgesagt"
    ]
  },
  fr: {
    from: "noreply@ticketmaster.fr",
    foot: ["N° de commande : 77-1202", "Date : vendredi 20 septembre 2024 à 20h00", "Lieu : Zénith, Lille"],
    unnamed: [
      "Votre commande 77-1202 a été annulée",
      "Votre commande est annulée",
      "Commande annulée",
      "Annulation de votre commande 77-1202",
      "Événement annulé",
      "L'événement a été annulé",
      "Le concert est annulé",
      "Vos billets ont été annulés",
      "Votre réservation a été annulée",
      "Nous avons le regret de vous informer que le spectacle a été annulé"
    ],
    named: [
      "Événement annulé : X",
      "X a été annulé",
      "X est annulée",
      "Le concert X a été annulé",
      "L'événement X est annulé",
      "Le spectacle X est annulé",
      "Annulation : X",
      "Annulation de X",
      "Votre commande pour X a été annulée"
    ]
  },
  es: {
    from: "noreply@ticketmaster.es",
    foot: ["Número de pedido: 77-1202", "Fecha: viernes 20 de septiembre de 2024, 21:00"],
    unnamed: [
      "Tu pedido 77-1202 ha sido cancelado",
      "Tu compra ha sido cancelada",
      "Pedido cancelado",
      "Tu pedido fue anulado",
      "Cancelación de tu pedido 77-1202",
      "Evento cancelado",
      "El evento ha sido cancelado",
      "Lamentamos informarte de que el concierto ha sido cancelado",
      "Tus entradas han sido canceladas",
      "Tu reserva ha sido anulada",
      "El concierto se cancela"
    ],
    named: [
      "Evento cancelado: X",
      "X ha sido cancelado",
      "El evento X ha sido cancelado",
      "La función X ha sido cancelada",
      "El concierto de X se ha cancelado",
      "Cancelación: X",
      "Cancelación de X",
      "Tu pedido para X ha sido cancelado"
    ]
  },
  it: {
    from: "noreply@ticketmaster.it",
    foot: ["Numero ordine: 77-1202", "Data: venerdì 20 settembre 2024", "Ora: 21:00"],
    unnamed: [
      "Il tuo ordine 77-1202 è stato annullato",
      "Il tuo ordine è stato annullato",
      "Il tuo ordine n. 77-1202 è stato annullato",
      "Ordine annullato",
      "Annullamento del tuo ordine 77-1202",
      "La tua prenotazione è stata annullata",
      "I tuoi biglietti sono stati annullati",
      "Evento annullato",
      "L'evento è stato annullato",
      "Lo spettacolo è stato annullato",
      "Annullamento evento - ordine 77-1202",
      "Ti informiamo che l'evento è stato annullato",
      "Il concerto è annullato",
      "L'ordine è stato cancellato"
    ],
    named: [
      "Evento annullato: X",
      "X è stato annullato",
      "X è stata annullata",
      "L'evento X è stato annullato",
      "Il concerto di X è annullato",
      "Lo spettacolo X è stato annullato",
      "Annullamento: X",
      "X - Annullato",
      "Annullamento di X",
      "Il tuo ordine per X è stato annullato",
      "Cancellato: X",
      "La serata X è sospesa"
    ]
  },
  nl: {
    from: "noreply@ticketmaster.nl",
    foot: ["Bestelnummer: 77-1202", "Datum: vrijdag 20 september 2024", "Aanvang: 20:00"],
    unnamed: [
      "Je bestelling 77-1202 is geannuleerd",
      "Uw bestelling is geannuleerd",
      "Bestelling geannuleerd",
      "Annulering van je bestelling 77-1202",
      "Evenement geannuleerd",
      "Het evenement is geannuleerd",
      "De voorstelling gaat niet door",
      "Helaas gaat het concert niet door",
      "Je tickets zijn geannuleerd",
      "Je reservering is geannuleerd"
    ],
    named: [
      "Geannuleerd: X",
      "X is geannuleerd",
      "Het evenement X is geannuleerd",
      "X gaat niet door",
      "De voorstelling X gaat niet door",
      "Annulering: X",
      "Annulering van X",
      "X werd afgelast",
      "Je bestelling voor X is geannuleerd"
    ]
  },
  pt: {
    from: "noreply@ticketmaster.com.br",
    foot: ["Número do pedido: 77-1202", "Data: sexta-feira, 20 de setembro de 2024", "Horário: 21h00"],
    unnamed: [
      "Seu pedido 77-1202 foi cancelado",
      "O seu pedido foi cancelado",
      "Pedido cancelado",
      "Sua compra foi cancelada",
      "A sua encomenda foi anulada",
      "Cancelamento do seu pedido 77-1202",
      "Evento cancelado",
      "O evento foi cancelado",
      "O show foi cancelado",
      "Infelizmente o show foi cancelado",
      "Seus ingressos foram cancelados",
      "A sua reserva foi cancelada"
    ],
    named: [
      "Evento cancelado: X",
      "X foi cancelado",
      "X foi cancelada",
      "O evento X foi cancelado",
      "O show de X foi cancelado",
      "Cancelamento: X",
      "Cancelamento de X",
      "Seu pedido para X foi cancelado"
    ]
  },
  ja: {
    from: "info@ticketmaster.example.jp",
    foot: ["注文番号：77-1202", "公演日時：2024年9月20日(金) 19:00開演"],
    unnamed: [
      "公演中止のお知らせ",
      "ご注文がキャンセルされました",
      "注文キャンセルのお知らせ",
      "【公演中止】のお知らせ",
      "ご注文のキャンセルを承りました",
      "公演は中止となりました"
    ],
    named: ["「X」公演中止のお知らせ", "X 公演中止のお知らせ", "「X」は中止となりました"]
  }
}

const titlesOf = async (from: string, subject: string, lines: ReadonlyArray<string>) => {
  const mail = raw({
    from,
    subject: `=?utf-8?B?${Buffer.from(subject).toString("base64")}?=`,
    date: "Mon, 03 Jun 2024 10:00:00 +0000",
    body: lines.join("\n")
  })
  return readTickets(await readMail(mail), true).map(({ state, title }) => [state, title])
}

describe("the title of a cancelled order", () => {
  for (const [language, { foot, from, named, unnamed }] of Object.entries(languages)) {
    it(`is never the sentence that says so, in ${language}`, async () => {
      for (const sentence of unnamed)
        for (const first of ["-", sentence, `${sentence}.`])
          expect(await titlesOf(from, sentence, [first, ...foot]), sentence).toStrictEqual([["cancelled", null]])
    })

    it(`is the name in that sentence, in ${language}`, async () => {
      for (const name of ["Old Harbour", "Élan Vital 2024", "The Show Must Go On", "Our Lady Peace"])
        for (const sentence of named.map((text) => text.replace("X", name)))
          for (const first of ["-", `${sentence}.`])
            expect(await titlesOf(from, sentence, [first, ...foot]), sentence).toStrictEqual([["cancelled", name]])
    })
  }

  it("stays that of its label, whatever the sentence", async () => {
    const { foot, from } = languages["it"]!
    const lines = ["Il tuo ordine è stato annullato.", ...foot, "Evento: Porto vecchio"]
    expect(await titlesOf(from, "Il tuo ordine è stato annullato", lines)).toStrictEqual([
      ["cancelled", "Porto vecchio"]
    ])
  })
})
