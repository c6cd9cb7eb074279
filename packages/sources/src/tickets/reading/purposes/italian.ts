import { type LanguagePhrases, words } from "./phrases.js"

const your = "(?:il |i |la |le )?(?:tuo|tuoi|tua|tue|suo|suoi|sua|sue|vostro|vostra)"
const order = "(?:ordine|acquisto|prenotazione)"
const tickets = "(?:e-?)?(?:biglietti|biglietto|ticket)"

export const italian: LanguagePhrases = {
  language: "it",
  frequent: words(
    "il|lo|la|gli|le|di|del|della|e|è|per|tuo|tuoi|tua|con|un|una|che|non|biglietti|biglietto|ordine|data|ora|luogo|settore|fila|posto|posti|grazie|ciao|gentile|totale|evento"
  ),
  bought: words(
    "(?:l'acquisto|acquisto) è andato a buon fine",
    "ordine confermato",
    "confermato e pagato",
    "conferma d'acquisto",
    "grazie per (?:il suo|il tuo|l') ?acquisto",
    "iscrizione (?:.{0,20} )?(?:confermata|completata)",
    "i tuoi biglietti sono (?:nell'app|pronti|qui)",
    `grazie (?:.{0,20} )?per (?:aver (?:acquistato|prenotato|ordinato|scelto).*|${your} ${order}|l'acquisto|l'ordine|la prenotazione)`,
    `conferma (?:del|della|di|dell')\\s?(?:${your} )?(?:${order}|pagamento)`,
    `(?:ti |le |vi )?confermiamo (?:.{0,40} )?(?:${order}|l'acquisto|l'ordine|pagamento)`,
    `${your} ${order}(?: .{0,60})? (?:è|è stato|è stata) (?:.{0,15} )?(?:confermat[oa]|complet(?:at)?[oa]|effettuat[oa]|andat[oa] a buon fine|registrat[oa]|ricevut[oa])`,
    `(?:${order}|pagamento) (?:confermat[oa]|completat[oa]|effettuat[oa]|riuscito|andat[oa] a buon fine)`,
    `(?:ecco|in allegato) (?:.{0,20} )?${tickets}`,
    `${your} ${tickets} (?:sono|è) (?:pront[io]|disponibil[ie]|arrivat[io]|in allegato|confermat[io])`,
    "hai (?:acquistato|prenotato|ordinato|comprato)",
    "ha (?:acquistato|prenotato)"
  ),
  named: words(`${your} ${order}`, `${your} ${tickets}`, `${order} (?:n\\.? ?|n° ?|#)?\\d+`),
  conditional: words(
    "se|in caso (?:di|che)|qualora|salvo|non (?:è|sono|può|possono) (?:.{0,30} )?(?:rimborsabil[ei]|possibile|essere|ammess[oei])|condizioni"
  ),
  purposes: {
    cancelled: {
      anywhere: words(
        "annullat[oaie]|cancellat[oaie]|(?:annullamento|cancellazione) (?:di|del|della|dell').*|non (?:si terrà|avrà luogo)|sospes[oa]"
      ),
      subject: words("annullamento|cancellazione")
    },
    moved: {
      anywhere: words(
        "rinviat[oaie]|posticipat[oaie]|spostat[oaie]|riprogrammat[oaie]|rimandat[oaie]|nuov[ao] (?:data|orario)|(?:cambio|variazione|modifica) (?:di |della |dell')?(?:data|orario)"
      ),
      subject: words("rinvio|cambio data|variazione")
    },
    refunded: {
      anywhere: words(
        "(?:abbiamo|è stato|è stata|sono stati|sarà|verrà|verrai) (?:.{0,40} )?rimborsat[oaie]|rimborso (?:.{0,40} )?(?:effettuato|emesso|elaborato|in arrivo|in corso|è stato|completato)|riaccreditat[oa]"
      ),
      subject: words("rimbors\\w*")
    },
    cart: {
      anywhere: words(
        "(?:nel|tuo|il) carrello|carrello (?:abbandonato|in scadenza)|(?:completa|concludi|termina|finalizza|continua) (?:il |la |l'|i )?(?:tuo |tua |tuoi )?(?:acquisto|ordine|prenotazione)|hai (?:dimenticato|lasciato).*|ti (?:aspettano|stanno aspettando|aspetta)|(?:acquisto|ordine) (?:non completato|in sospeso|incompleto)"
      ),
      subject: words("carrello")
    },
    declined: {
      anywhere: words(
        "(?:pagamento|carta|transazione|addebito) (?:.{0,60} )?(?:rifiutat[oa]|fallit[oa]|negat[oa]|respint[oa]|non (?:è )?(?:riuscit[oa]|andat[oa] a buon fine|stato .*|autorizzat[oa]|completat[oa]))|non (?:è stato possibile|siamo riusciti a) (?:.{0,30} )?(?:elaborare|addebitare|completare|processare|pagamento).*|(?:ordine|acquisto|prenotazione) (?:.{0,20} )?non (?:è stato|è stata|è) (?:.{0,20} )?(?:effettuat[oa]|completat[oa]|inoltrat[oa]|andat[oa] a buon fine|confermat[oa])"
      )
    },
    reservation: {
      anywhere: words(
        "prenotazione (?:.{0,40} )?(?:scadut[ao]|scade|in scadenza|valida fino)|in attesa (?:di|del) pagamento|(?:paga|pagare|effettua il pagamento|saldare) (?:.{0,40} )?(?:entro|in cassa|al botteghino)|da pagare (?:.{0,20} )?(?:cassa|botteghino)"
      ),
      subject: words("pre-?prenotazione|opzione")
    },
    waitlist: { anywhere: words("lista d'attesa|lista di attesa") },
    offer: {
      anywhere: words(
        "(?:prezzo|prezzi) (?:.{0,20} )?(?:ribassat[oi]|ridott[oi]|sces[oi]|calat[oi])|(?:calo|ribasso) (?:di|del|dei) prezz[oi]|meno car[oi]|migliora (?:i |il )?(?:tuoi |tuo )?post[oi]|(?:fai|invia) (?:un'|la tua )offerta|più convenient[ei]"
      ),
      subject: words("offert[ae]|upgrade disponibile")
    },
    upgrade: {
      anywhere: words(
        "upgrade (?:.{0,40} )?(?:confermato|completato|effettuato)|(?:posti|biglietti) (?:.{0,20} )?(?:aggiornati|migliorati)"
      )
    },
    addOn: { subject: words("salta ?fila|extra|servizi aggiuntivi") },
    parking: { subject: words("parcheggio|parking|posto auto") },
    plan: {
      anywhere: words(
        "abbonament[oi] (?:.{0,40} )?(?:rinnov\\w*|fattura|scadenza|scade)|rinnova (?:il tuo|ora).*|rinnovo (?:del|dell').*|(?:importo|saldo) dovuto|prossima rata"
      ),
      subject: words("abbonament[oi]|rinnov\\w*|fattura")
    },
    insurance: {
      anywhere: words("numero (?:di )?polizza|polizza n\\.?|polizza:.*|certificato (?:di assicurazione|assicurativo)"),
      subject: words("assicurazione|polizza|assicurativ[ao]")
    },
    goods: {
      subject: words("merch\\w*|negozio|buono regalo|gift card|carta regalo|magliett[ae]|t-?shirt|vinile|felpa")
    },
    sold: {
      anywhere: words(
        `${your} ${tickets} (?:.{0,60} )?vendut[oi]|hai venduto|${tickets} (?:è stato |sono stati )?vendut[oi]|accredito (?:.{0,20} )?vendita`
      ),
      subject: words("vendut[oi]|vendita (?:confermata|completata)|in vendita il tuo.*")
    },
    given: {
      anywhere: words(
        "(?:la )?cessione (?:.{0,40} )?(?:è )?complet(?:at)?a",
        "cessione (?:del titolo|dei titoli|biglietti)(?: .*)?",
        "(?:ora|adesso) sono intestati.*",
        "hai (?:.{0,10} )?(?:trasferito|inviato|regalato|ceduto)|ha accettato (?:i |il )?(?:tuoi |tuo )?(?:biglietti|biglietto|trasferimento)|biglietti (?:.{0,20} )?(?:sono stati|trasferiti|inviati) (?:.{0,15} )?a|trasferimento (?:.{0,20} )?a (?!te).*"
      ),
      subject: words("trasferimento (?:biglietti|inviato|completato|accettato)|cambio nominativo")
    },
    received: {
      anywhere: words(
        `(?:il )?biglietto (?:adesso |ora )?è tuo|hai accettato il trasferimento|ti ha (?:inviato|trasferito|regalato|mandato) (?:.{0,30} )?${tickets}|hai (?:ricevuto|accettato) (?:.{0,30} )?${tickets}`
      )
    },
    offered: {
      anywhere: words("(?:accetta|accettare) (?:.{0,20} )?(?:biglietti|biglietto|trasferimento)|riscatta (?:i|il).*")
    },
    reminder: {
      subject: words(
        "promemoria|ci siamo quasi|domani|stasera|tra \\d+ giorni|mancano \\d+ giorni|manca poco|non dimenticare|(?:informazioni|info) (?:importanti|utili|pratiche)|si avvicina|preparati|ti aspettiamo"
      )
    },
    survey: {
      subject: words(
        "sondaggio|questionario|la tua opinione|recensi\\w*|valuta|com'è (?:stato|andat[oa]).*|come è andat[oa].*"
      )
    },
    account: {
      subject: words("password|tuo account|benvenut[oaie]|verifica .*|privacy|codice di sicurezza|registrazione")
    },
    marketing: {
      subject: words(
        "prevendit[ae]|in vendita|acquista (?:ora|subito|i).*|sconto|sconti|promozione|non perder\\w*|consigliat[io]|nuov[eoi] (?:date|concerti|spettacoli|data)|ultimi (?:biglietti|posti)|a partire da|newsletter|vinci|scopri"
      )
    }
  }
}
