import { type LanguagePhrases, words } from "./phrases.js"

const your = "(?:votre|vos|ta|ton|tes)"
const order = "(?:commande|achat|réservation|r[ée]servation)"
const tickets = "(?:e-?)?(?:billets?|places?|tickets?)"

export const french: LanguagePhrases = {
  language: "fr",
  frequent: words(
    "le|la|les|des|du|et|est|pour|vous|votre|vos|nous|sur|avec|dans|une|à|au|commande|billets?|lieu|rangée|places?|montant|merci|bonjour"
  ),
  bought: words(
    "merci (?:de|d'|pour) (?:votre|ton|ta) (?:achat|commande|réservation)",
    "confirmer (?:l'achat|votre achat|la commande|votre commande|votre réservation)",
    "vous remercions pour votre (?:commande|achat|réservation)",
    "c'est dans la poche",
    "inscription (?:.{0,20} )?(?:confirmée|enregistrée|validée)",
    "voici votre reçu",
    "(?:confirmée|validée) et (?:réglée|payée)",
    `merci (?:.{0,30} )?(?:pour|de|d') ?${your} ${order}s?`,
    `merci d'avoir (?:commandé|réservé|acheté)`,
    `confirmation (?:de |d')(?:${your} |la )?(?:${order}|paiement)`,
    `(?:nous (?:vous )?confirmons|avons (?:le plaisir de )?(?:vous )?confirm\\w*) .{0,60}(?:${order}|paiement)`,
    `${your} ${order}(?: .{0,60})? (?:est|a été|a bien été|a été bien) (?:bien )?(?:confirmée?|enregistrée?|validée?|prise en compte|effectuée?|finalisée?)`,
    `(?:${order}|paiement) (?:confirmée?|validée?)`,
    `voici ${your} ${tickets}`,
    `${your} ${tickets} (?:sont (?:prêts|disponibles|arrivés|prêtes)|en pièce jointe|sont en pièce jointe)`,
    `vous avez (?:bien )?(?:acheté|commandé|réservé)`,
    "c'est (?:confirmé|réservé|validé|tout bon)"
  ),
  named: words(`${your} ${order}`, `${your} (?:e-?)?billets?`, `${order} n°? ?\\d+`),
  conditional: words(
    "si|en cas d[e']|dans le cas|sauf|ne (?:sont|peut|peuvent|seront) (?:.{0,20} )?(?:ni|pas|être)|conditions générales|cgv|(?:ni repris|ni échangé).*"
  ),
  purposes: {
    cancelled: { anywhere: words("annulée?s?|annulation (?:de|d'|du).*|n'aura pas lieu"), subject: words("annul\\w*") },
    moved: {
      anywhere: words(
        "report(?:ée?s?) (?:au|à|aux)|est reportée?|(?:a|ont) été (?:reporté|déplacé|décalé)e?s?|nouvelles? (?:date|dates|horaire|heure)|changement (?:de date|d'horaire|d'heure)"
      ),
      subject: words("reportée?s?|report (?:de|du|d').*|déplacée?|modification (?:de date|d'horaire)")
    },
    refunded: {
      anywhere: words(
        "(?:a|ont|avons|avez|êtes|sera|serez|seront) (?:été )?(?:.{0,40} )?rembours[ée]+s?|remboursement (?:.{0,40} )?(?:effectué|en cours|émis|traité|a été)|vous avons remboursée?s?"
      ),
      subject: words("rembours\\w*")
    },
    cart: {
      anywhere: words(
        "(?:dans|votre|ton) panier|panier (?:abandonné|vous attend|expire)|(?:finalisez|terminez|complétez|validez|finalise|termine) (?:votre|ta|ton) (?:commande|achat|réservation)|(?:vous|t')(?: avez| as)? (?:.{0,10} )?oublié|vous attendent|commande (?:inachevée|incomplète|non finalisée)"
      ),
      subject: words("panier")
    },
    declined: {
      anywhere: words(
        "(?:paiement|carte|transaction|prélèvement) (?:.{0,60} )?(?:refusée?|échoué|rejetée?|impossible|n'a pas (?:pu|été|abouti)|non abouti)|(?:commande|réservation|achat) (?:.{0,30} )?n'a pas (?:.{0,10} )?(?:été|pu|abouti)|échec (?:du|de votre) paiement"
      )
    },
    reservation: {
      anywhere: words(
        "(?:option|réservation|pré-?réservation) (?:.{0,40} )?(?:expire\\w*|expirée?|a expiré|valable jusqu\\S*)|en attente de (?:paiement|règlement)|(?:payez|réglez|procédez au (?:paiement|règlement)) (?:.{0,40} )?(?:avant|sous|d'ici)|à régler (?:sur place|avant|au guichet)|reste à payer"
      ),
      subject: words("pré-?réservation|option")
    },
    waitlist: { anywhere: words("liste d'attente|file d'attente") },
    offer: {
      anywhere: words(
        "baisse de prix|prix (?:.{0,20} )?(?:baissé|en baisse|réduit)s?|moins chers?|surclassez(?:-vous)?|(?:faites|proposez) (?:une |votre )?offre|améliorez (?:vos|votre) places?"
      ),
      subject: words("offre|surclassement (?:disponible|possible)")
    },
    upgrade: {
      anywhere: words(
        "surclassement (?:.{0,30} )?(?:confirmé|effectué|validé)|(?:avez été|places ont été) surclassée?s?"
      )
    },
    addOn: { subject: words("option(?:s)? supplémentaires?|complément") },
    parking: { subject: words("parking|stationnement") },
    plan: {
      anywhere: words(
        "(?:abonnement|carte saison) (?:.{0,40} )?(?:renouvel\\w*|réabonn\\w*|facture|échéance)|renouvelez|réabonnez(?:-vous)?|réabonnement|prochaine échéance|(?:montant|solde) (?:restant )?dû"
      ),
      subject: words("abonnements?|renouvellement|échéance")
    },
    insurance: {
      anywhere: words(
        "numéro de (?:police|contrat)|n° de (?:police|contrat)|police n°|attestation d'assurance|contrat d'assurance"
      ),
      subject: words("assurances?(?: \\w+)*")
    },
    goods: { subject: words("boutique|merch\\w*|bon cadeau|carte cadeau|chèque cadeau|t-?shirts?|vinyle") },
    sold: {
      anywhere: words(
        `${your} ${tickets} (?:.{0,60} )?(?:vendus?|vendues?)|vous avez (?:.{0,20} )?vendu|(?:billets?|places?) (?:a été |ont été |est |sont )?vendue?s?|virement (?:.{0,30} )?(?:en cours|effectué)`
      ),
      subject: words("vendue?s?|mise en vente")
    },
    given: {
      anywhere: words(
        "(?:vous avez|tu as) (?:.{0,20} )?(?:transféré|envoyé|transmis|offert|donné)|a accepté (?:vos|votre|tes|ton|les|le) (?:billets?|places?|transfert)|(?:billets?|places?) (?:.{0,20} )?(?:ont|a) été (?:transféré|envoyé|transmis)e?s? à|transfert (?:.{0,20} )?à (?!vous).*(?:envoyé|effectué|accepté|en cours)"
      ),
      subject: words("transfert (?:de billets|envoyé|effectué|accepté)")
    },
    received: {
      anywhere: words(
        `(?:le |ce )?billet est (?:maintenant |désormais )?(?:à vous|à toi|le vôtre)|(?:avez|as) accepté le transfert|(?:vous|t')(?: a|a) (?:envoyé|transféré|offert|transmis) (?:.{0,30} )?${tickets}|(?:vous avez|tu as) (?:bien )?(?:reçu|accepté) (?:.{0,30} )?${tickets}`
      )
    },
    offered: {
      anywhere: words(
        "(?:acceptez|accepte|récupérez|accepter) (?:le |les |vos |votre |ces |tes )?(?:billets?|places?|transfert)"
      )
    },
    reminder: {
      subject: words(
        "rappel|c'est (?:demain|bientôt|ce soir)|demain|ce soir|dans \\d+ jours|j-\\d+|n'oubliez pas|approche|(?:infos?|informations) (?:pratiques|importantes)|préparez (?:votre|vous)|à bientôt|à très vite"
      )
    },
    survey: { subject: words("enquête|sondage|votre avis|ton avis|comment (?:était|avez).*|notez|évaluez") },
    account: {
      subject: words("mot de passe|votre compte|bienvenue|vérifi\\w* .*|confidentialité|code de sécurité|inscription")
    },
    marketing: {
      subject: words(
        "prévente|en vente|mise en vente|réservez (?:vite|vos|maintenant|dès)|promo\\w*|réduction|à ne pas (?:manquer|rater)|ne manquez pas|recommand\\w*|nouveaux? (?:spectacles?|concerts?|dates?)|dernières places|à partir de|newsletter|gagnez|bon plan|date supplémentaire"
      )
    }
  }
}
