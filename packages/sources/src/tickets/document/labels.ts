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
 * Labels of tickets and receipts in English, German, French, Spanish, Italian, Dutch, Portuguese and Japanese, in lower
 * case and without a colon. The first meaning of a label counts.
 */
export const labels: Readonly<Record<Meaning, string>> = {
  title:
    "titolo|event|event name|event title|name of event|event details for|show name|artist|artists|act|headliner|" +
    "performer|production|title|film|movie|match|game|matchup|concert|tour|attraction|veranstaltung|titel|" +
    "künstler|événement|evénement|spectacle|evento|espectáculo|spettacolo|evenement|voorstelling|plan|experience|" +
    "your event|ticket for|tickets for|manifestation|titre|artiste|artista|nombre del evento|nome evento|" +
    "nome dell'evento|nome do evento|título|atração|atracción|atividade|espetáculo|jogo|partido|obra|spel|" +
    "concerto|partita|begegnung|spiel|konzert|evento/espectáculo|公演名|公演|公演タイトル|タイトル|イベント名|イベント|アーティスト|アーティスト名|出演|" +
    "作品名|興行名|対戦|対戦カード|試合" +
    "|wat|was|quoi|qué|cosa|filme|película|activiteit|aktivität|activité|actividad|attività|künstler/in|演目|" +
    "作品|興行",
  performance:
    "performance|show|session|vorstellung|représentation|función|séance|sessão|sesión|sessione|aufführung" +
    "|sessão do filme|recita",
  home: "home team|home|host team",
  away: "away team|away|visitor|visiting team|opponent|visitors",
  venue:
    "venue|venue name|event venue|location|event location|venue location|where|place|theatre|theater|stadium|" +
    "arena|hall|auditorium|cinema|at|veranstaltungsort|ort|spielort|spielstätte|location/venue|lieu|salle|lugar|" +
    "recinto|luogo|sede|locatie|zaal|veranstaltungsstätte|halle|stadion|venue & location|lieu de l'événement|" +
    "lieu du spectacle|endroit|localização|local|local do evento|lugar del evento|ubicación|sala|" +
    "luogo dell'evento|locale|impianto|localité|adresse du lieu|plaats|theater/zaal|zaal/locatie|recinto/sala|" +
    "teatro|estadio|estádio|stadio|会場|会場名|開催場所|場所|劇場" +
    "|dove|waar|où|wo|dónde|onde|cinema|cine|kino|spielstätte/saal|球場|映画館|劇場名|スタジアム|inmueble|immeuble",
  address:
    "address|venue address|event address|street address|adresse|dirección|indirizzo|adres|city|stadt|direccion|" +
    "morada|endereço|ciudad|cidade|città|ville|stad|住所|所在地|会場住所",
  when:
    "event date|event date & time|event date and time|event date/time|date & time|date and time|date/time|" +
    "date + time|when|show date|show date & time|performance date|performance date & time|performance date/time|" +
    "performance date and time|concert date|game date|match date|event starts|starts|starts on|start date|" +
    "scheduled for|event day|event time & date|day & time|datum & uhrzeit|datum und uhrzeit|veranstaltungsdatum|" +
    "termin|date de l'événement|date et heure|fecha y hora|fecha del evento|data e ora|data evento|datum en tijd|" +
    "neuer termin|neues datum|new date|new date & time|new date and time|new event date|" +
    "neuer veranstaltungstermin|nachholtermin|ersatztermin|nouvelle date|nueva fecha|nuova data|nieuwe datum|" +
    "nova data|date de l'évènement|date du spectacle|date du concert|date/heure|date & heure|séance du|quand|" +
    "wann|cuándo|quando|wanneer|fecha/hora|fecha y horario|fecha del espectáculo|fecha del concierto|data/ora|" +
    "data e orario|data dell'evento|data do evento|data e hora|data e horário|data/hora|data do espetáculo|" +
    "datum/tijd|datum & tijd|datum evenement|datum/uhrzeit|datum, uhrzeit|datum und zeit|spieltermin|" +
    "vorstellungstermin|tag|公演日時|公演日|開催日時|開催日|日時|日程|上演日|上演日時|試合日|試合日時|新日程|振替日程|振替公演日|変更後|変更後の日程|新しい日程|振替日|振替日時|延期日程|変更後の公演日" +
    "|上映日|上映日時|試合日程",
  date: "date|day|datum|fecha|data|dates|event dates|jour|día|giorno|dia|dag|日付",
  time:
    "time|start time|show time|showtime|event time|starts at|curtain|curtain time|performance time|kick-off|" +
    "kick off|kickoff|ko|first pitch|tip-off|puck drop|event starts at|uhrzeit|beginn|zeit|heure|hora|ora|tijd|" +
    "aanvang|anstoß|anpfiff|spielbeginn|heure de début|horaire|début|début du spectacle|horario|hora de inicio|" +
    "inicio|orario|ora inizio|inizio|inizio spettacolo|ore|horário|início|hora de início|começo|aanvangstijd|" +
    "begintijd|start|tijdstip|starttijd|開演|開演時間|開演時刻|開始時間|開始|時間|キックオフ",
  doors:
    "doors|doors open|door time|doors time|gates|gates open|einlass|ouverture des portes|apertura puertas|" +
    "apertura porte|deuren open|entry time|ouverture|apertura de puertas|apertura|apertura cancelli|abertura|" +
    "abertura das portas|abertura dos portões|abertura de portas|deuren|zaal open|inlaat|開場|開場時間|開場時刻",
  otherDate:
    "order date|order placed|order placed on|order date & time|order time|ordered|ordered on|date ordered|" +
    "date of order|purchase date|purchased|purchased on|date purchased|date of purchase|sale date|sold on|booked|" +
    "booked on|booking date|date booked|transaction date|transaction time|payment date|paid on|invoice date|" +
    "billing date|charge date|date of issue|issued|issued on|printed|printed on|print date|delivery date|" +
    "delivered|estimated delivery|delivery by|ships by|in-hand date|available|expires|expiry|expiry date|" +
    "expiration|expiration date|valid until|valid through|last updated|transfer date|sent|sent on|received|" +
    "on sale|on sale date|presale|posted|listed on|member since|date of birth|bestelldatum|kaufdatum|" +
    "buchungsdatum|rechnungsdatum|date de commande|date d'achat|fecha de compra|fecha de pedido|data ordine|" +
    "data acquisto|besteldatum|aankoopdatum|alter termin|altes datum|bisheriger termin|ursprünglicher termin|" +
    "original date|original date & time|old date|previous date|ancienne date|date initiale|date d'origine|" +
    "fecha original|fecha anterior|data originale|data precedente|oorspronkelijke datum|oude datum|data original|" +
    "data anterior|旧日程|変更前|当初の日程|当初日程|date de la commande|date de réservation|date de paiement|date d'émission|" +
    "date de facturation|fecha de emisión|fecha de pago|fecha de reserva|data di acquisto|data dell'ordine|" +
    "data prenotazione|data pagamento|data emissione|data da compra|data do pedido|data da encomenda|" +
    "data de compra|data de emissão|data do pagamento|data da reserva|datum bestelling|datum van aankoop|" +
    "boekingsdatum|betaaldatum|datum der bestellung|bestellt am|gekauft am|zahlungsdatum|kauf vom|gültig bis|注文日|" +
    "注文日時|購入日|購入日時|申込日|申込日時|予約日|予約日時|受付日|受付日時|決済日|決済日時|入金日|支払日|発券期間|発券開始|引取期間|引取期限|受取期間|受取期限|支払期限",
  order:
    "order|order number|order no|order no.|order nr|order #|order id|order code|order ref|order reference|" +
    "order reference number|order confirmation|order confirmation number|order confirmation #|your order|" +
    "your order number|your order id|order details|order info|ticket order number|bestellnummer|bestellnr|" +
    "auftragsnummer|auftragsnr|auftrags-nr|numéro de commande|n° de commande|commande|número de pedido|" +
    "nº de pedido|pedido|numero ordine|numero d'ordine|ordine n.|bestelnummer|ordernummer|purchase number|" +
    "purchase id|sales order|sales order number|ordre|order-nr|order nr.|orden|número de orden|orden nº|" +
    "n.º de pedido|nº pedido|pedido nº|número del pedido|n. ordine|ordine n|ordine|numero d’ordine|codice ordine|" +
    "numero dell'ordine|nº do pedido|n.º do pedido|número do pedido|número da compra|código da compra|compra|" +
    "encomenda|número da encomenda|nº da encomenda|n.º de encomenda|número de encomenda|número de compra|" +
    "código de compra|nº de compra|bestelling|bestelnr|bestelnr.|ordernr|ordernr.|order-id|bestellnr.|" +
    "bestell-nr.|bestell-nr|bestellung|bestellung nr|bestellung nr.|ihre bestellnummer|deine bestellnummer|" +
    "auftragsnr.|auftrags-nr.|auftrag|vorgangsnummer|n° commande|numéro de votre commande|référence commande|" +
    "référence de commande|référence de la commande|réf. commande|commande n°|votre commande|numéro commande|" +
    "注文番号|ご注文番号|申込番号|お申込番号|申込み番号|お申込み番号|申し込み番号|受付番号|購入番号|ご購入番号|オーダー番号|取引番号|注文id" +
    "|vorgang|vorgangsnr.|código de operación|nº de operación|número de operación|operación|" +
    "identificador del pedido|id acquisto|id ordine|id de compra|id compra|id da compra|id del pedido|" +
    "dossier n°|commande no|no de commande|no commande|código|transazione",
  booking:
    "confirmation|confirmation number|confirmation no|confirmation no.|confirmation #|confirmation code|" +
    "confirmation id|your confirmation number|booking number|booking no|booking no.|booking #|booking id|" +
    "booking code|booking ref|booking reference|booking reference number|your booking reference|" +
    "reservation number|reservation no|reservation #|reservation code|reservation id|reservation|buchungsnummer|" +
    "buchungscode|reservierungsnummer|numéro de réservation|référence de réservation|número de reserva|" +
    "localizador|numero prenotazione|codice prenotazione|reserveringsnummer|boekingsnummer|buchungsnr|" +
    "buchungsnr.|buchungs-nr|buchungs-nr.|buchung|reservierungsnr.|reservierungscode|bestätigungsnummer|" +
    "n° de réservation|n° réservation|numéro de dossier|n° de dossier|dossier|référence réservation|" +
    "numéro de confirmation|código de reserva|nº de reserva|reserva|código de confirmación|" +
    "número de confirmación|localizador de compra|prenotazione|n. prenotazione|codice di prenotazione|" +
    "numero di prenotazione|codice conferma|numero di conferma|número da reserva|código da reserva|nº da reserva|" +
    "código de confirmação|número de confirmação|localizador da compra|boeking|boekingsnr|boekingsnr.|" +
    "boekingscode|reservering|reserveringscode|bevestigingsnummer|予約番号|ご予約番号|整理番号|確認番号|予約id" +
    "|aanmeldnummer|anmeldenummer|anmeldungsnummer|numéro d'inscription|número de inscripción|" +
    "numero di iscrizione|número de inscrição|registration number|registration id",
  reference:
    "reference|reference number|reference no|reference no.|reference #|reference code|ref|ref.|ref no|ref no.|" +
    "transaction|transaction number|transaction id|transaction no|transaction #|receipt number|receipt no|" +
    "receipt #|invoice number|invoice|invoice #|referenz|référence|referencia|transaktionsnummer|rechnungsnummer|" +
    "numéro de transaction|transaction n°|n° de transaction|référence de transaction|número de transacción|" +
    "código de transacción|referencia de pago|numero transazione|codice transazione|riferimento|referência|" +
    "número da transação|referência da transação|transactienummer|factuurnummer|kenmerk|referentie|お問い合わせ番号|" +
    "問合せ番号|照会番号",
  section:
    "section|sec|sec.|block|area|stand|level|zone|tier|bloc|kategorie|bereich|sector|settore|vak|seat section|" +
    "seating area|section/area|sektor|secteur|tribune|tribüne|zone/bloc|catégorie|sección|zona|zona/sector|" +
    "sección/zona|setor|zone/block|blok|tribuna|bloco|setor/zona|ブロック|エリア|区画|階|ゲート" +
    "|platzgruppe|platzbereich|sitzbereich|seating section|seating level|niveau|emplacement/zone|localidad/zona|grada|ubicación/zona|ordine di posti|vak/rang|bancada|piso|piano|tribuna/settore",
  row: "row|rows|seat row|reihe|rang|rangée|fila|rij|riga|rangee|fileira|lugar/fila|列",
  seats:
    "new seats|your new seats|neue plätze|nouvelles places|nuevos asientos|nuovi posti|nieuwe plaatsen|novos lugares|新座席|変更後の座席|" +
    "seat|seats|seat(s)|seat number|seat numbers|seat number(s)|seat no|seat no.|seat #|sitz|sitze|platz|plätze|" +
    "sitzplatz|siège|place(s)|places|asiento|asientos|posto|posti|stoel|stoelen|sitzplätze|sitzplatz/plätze|" +
    "sièges|numéro de place|numéros de places|n° de place|place n°|places n°|butaca|butacas|localidad|" +
    "localidades|asiento(s)|poltrona|poltrone|posto a sedere|lugar(es)|lugares|assento|assentos|assento(s)|" +
    "cadeira|cadeiras|stoelnummer|stoelnummers|stoel(en)|zitplaats|zitplaatsen|plaatsen|座席番号|席番|席番号|シート番号|座席no.|" +
    "座席no",
  seating:
    "seat location|seating|your seats|seat info|seat details|seating information|seat information|" +
    "seat assignment|location in venue|section/row/seat|section / row / seat|sec/row/seat|座席|お席|席|座席情報|座席位置|" +
    "sitzplätze/block|vos places|tus asientos|i tuoi posti|i posti|seus lugares|os seus lugares|je plaatsen|" +
    "ihre plätze|deine plätze|emplacement|ubicación en el recinto|posizione|posicionamento|section, row, seat|" +
    "block/reihe/platz|bloc/rang/place|sector/fila/asiento|settore/fila/posto|setor/fila/lugar|vak/rij/stoel|" +
    "block / reihe / platz|bloc / rang / place|sector / fila / asiento|settore / fila / posto|" +
    "setor / fila / lugar|vak / rij / stoel",
  quantity:
    "quantity|qty|qty.|number of tickets|no. of tickets|# of tickets|tickets|ticket quantity|total tickets|" +
    "total quantity|ticket count|number of seats|guests|admissions|anzahl|anzahl tickets|menge|quantité|" +
    "nombre de billets|cantidad|entradas|quantità|aantal|aantal tickets|ticketanzahl|anzahl der tickets|" +
    "anzahl karten|anzahl der karten|karten|stückzahl|nombre de places|nombre de tickets|nb de billets|" +
    "nb billets|billets|cantidad de boletos|cantidad de entradas|número de entradas|nº de entradas|boletos|" +
    "n. biglietti|numero biglietti|numero di biglietti|biglietti|quantidade|qtd|qtd.|quantidade de ingressos|" +
    "quantidade de bilhetes|número de bilhetes|número de ingressos|nº de bilhetes|ingressos|bilhetes|" +
    "aantal kaarten|aantal kaartjes|kaarten|kaartjes|枚数|購入枚数|申込枚数|予約枚数|チケット枚数|人数|数量" +
    "|deelnemers|teilnehmer|participants|participantes|partecipanti|menge tickets",
  ticketType:
    "ticket type|ticket types|ticket|type|ticket(s)|price type|price level|ticket category|admission|" +
    "admission type|item|items|description|product|pass|ticketart|ticket-art|preiskategorie|type de billet|" +
    "tipo de entrada|tarif|billet|ticketkategorie|ticket-kategorie|catégorie de billet|type de place|" +
    "tipo de boleto|tipo de ticket|tipo biglietto|tipo di biglietto|tipologia|tariffa|tariffa applicata|" +
    "tipo de bilhete|tipo de ingresso|tipo|modalidade|tickettype|soort ticket|rang/categorie|categorie|券種|席種|" +
    "チケット種別|種別|券種名",
  total:
    "total|grand total|order total|total paid|total price|total charge|total charged|total amount|total cost|" +
    "amount paid|amount charged|total amount paid|total (usd)|total usd|total incl. fees|total (incl. fees)|" +
    "total (incl fees)|total including fees|total (including fees)|total payment|purchase total|booking total|" +
    "payment total|charged|you paid|order summary total|gesamtbetrag|gesamtpreis|gesamtsumme|gesamt|summe|" +
    "montant total|total ttc|importe total|totale|totaal|totaalbedrag|order amount|total order|" +
    "total order amount|total for this order|order sum|amount total|total order value|total price paid|" +
    "total incl. vat|total incl. tax|endbetrag|endsumme|gesamtkosten|zahlbetrag|rechnungsbetrag|zu zahlen|" +
    "bezahlt|total général|total à payer|total payé|montant payé|montant réglé|montant de la commande|prix total|" +
    "total de la commande|total commande|total pagado|importe pagado|monto total|total a pagar|precio total|" +
    "total del pedido|total de la compra|total compra|importe|totale ordine|totale pagato|importo totale|" +
    "importo pagato|importo|totale complessivo|prezzo totale|totale da pagare|valor total|total pago|valor pago|" +
    "preço total|total da compra|total do pedido|total da encomenda|montante total|totaalprijs|totaal betaald|" +
    "betaald bedrag|betaald|te betalen|eindbedrag|totaal te betalen|totaal bestelling|合計|合計金額|お支払い金額|支払金額|お支払金額|" +
    "支払い金額|お支払い合計|総額|合計額|請求金額|ご請求金額|決済金額|総合計|お支払総額|支払総額|購入金額|代金合計|upgrade total" +
    "|preis gesamt|voldaan|montant réglé|réglé|total abonado|importe abonado|total (frais compris)|kosten|" +
    "bedrag|montant|ご請求額|請求額|coût|costo|coste|custo",
  price:
    "price|ticket price|preis|prix|precio|prezzo|prijs|amount|betrag|ticketpreis|einzelpreis|prix unitaire|" +
    "prix du billet|precio unitario|precio por entrada|monto|prezzo unitario|preço|preço unitário|valor|" +
    "valor unitário|prijs per stuk|prijs per ticket|料金|価格|チケット代金|チケット代|単価|金額",
  otherMoney:
    "subtotal|sub total|sub-total|event subtotal|ticket subtotal|tickets subtotal|item subtotal|fee|fees|" +
    "service fee|service fees|service charge|processing fee|order processing fee|facility charge|facility fee|" +
    "delivery fee|delivery|shipping|tax|taxes|vat|discount|savings|total savings|you saved|credit|gift card|" +
    "face value|price per ticket|price each|unit price|each|per ticket|payment amount due|amount due|balance|" +
    "balance due|total due|total fees|total fees & taxes|donation|insurance|refund|refund amount|total refund|" +
    "gebühren|versand|mwst|frais|gastos|commissioni|servicekosten|zwischensumme|servicegebühr|bearbeitungsgebühr|" +
    "vorverkaufsgebühr|systemgebühr|versandkosten|ticketgebühr|rabatt|gutschein|mehrwertsteuer|sous-total|" +
    "frais de service|frais de dossier|frais de livraison|frais de gestion|tva|remise|gastos de gestión|" +
    "gastos de envío|cargos por servicio|cargo por servicio|cargos|comisión|iva|descuento|subtotale|" +
    "commissioni di servizio|prevendita|diritti di prevendita|spese di spedizione|spese|sconto|taxa de serviço|" +
    "taxa de conveniência|taxas|taxa|taxa de entrega|custos de operação|desconto|portes|subtotaal|" +
    "transactiekosten|administratiekosten|verzendkosten|korting|btw|小計|手数料|システム利用料|発券手数料|サービス料|配送料|送料|特別販売利用料|" +
    "消費税|割引|決済手数料|サービス利用料",
  person:
    "name|customer|customer name|buyer|buyer name|purchaser|purchased by|ordered by|billed to|bill to|ship to|" +
    "sold to|account name|attendee|attendee name|ticket holder|guest name|cardholder|contact|deliver to|" +
    "recipient|transfer to|transferred to|from|to|cc|reply-to|sender|first name|last name|kunde|nom|nombre|" +
    "cliente|naam|käufer|besteller|rechnungsempfänger|karteninhaber|vorname|nachname|acheteur|client|titulaire|" +
    "prénom|nom du client|comprador|comprador/a|titular|a nombre de|acquirente|intestatario|nominativo|" +
    "nome e cognome|intestato a|nome do comprador|nome completo|titular da compra|koper|op naam van|naam houder|" +
    "voornaam|achternaam|お名前|氏名|名前|購入者|購入者名|申込者|会員名",
  other:
    "email|e-mail|email address|phone|telephone|mobile|account|account number|account id|customer number|" +
    "customer id|customer no|customer no.|client no.|kunden-nr|nº de cliente|n. cliente|member number|payment|payment method|payment type|paid with|paid by|card|card number|card type|" +
    "credit card|billing address|shipping address|billing information|billing & shipping address|" +
    "payment information|delivery method|delivery type|delivery option|shipping method|ticket delivery|status|" +
    "order status|transfer status|ticket status|ticket number|ticket numbers|ticket no|ticket id|ticket #|" +
    "barcode|barcode number|ticket code|age restriction|ages|age|notes|note|important information|event info|" +
    "event information|event details|directions|parking|subject|promoter|organizer|organiser|organized by|" +
    "presented by|seller|website|url|phone number|help|questions|contact us|order information|order summary|" +
    "your order details|ticket details|ticket information|ticket info|your tickets|purchase summary|" +
    "payment summary|purchase details|purchase confirmation|your receipt|receipt|sale info|items purchased|" +
    "general information|terms|terms and conditions|refund policy|season|included event(s)|included events|" +
    "details|my account|transfer|message|language|included|gift message|promo code|discount code|event id|" +
    "event code|sku|zahlungsart|zahlungsweise|zahlungsmethode|zahlungsmittel|versandart|lieferart|kundennummer|" +
    "kunden-nr.|kundennr.|liefermethode|zustellung|rechnungsadresse|lieferadresse|e-mail-adresse|telefon|hinweis|" +
    "hinweise|mode de paiement|moyen de paiement|paiement|mode de retrait|mode de livraison|mode d'obtention|" +
    "livraison|adresse de facturation|adresse e-mail|téléphone|numéro client|n° client|statut|informations|" +
    "forma de pago|método de pago|medio de pago|pago|tarjeta|forma de entrega|método de entrega|entrega|" +
    "correo electrónico|correo|teléfono|estado|dirección de facturación|metodo di pagamento|" +
    "modalità di pagamento|pagamento|modalità di ritiro|modalità di consegna|consegna|ritiro|carta|" +
    "indirizzo email|telefono|stato|codice cliente|codice fiscale|partita iva|sigillo fiscale|forma de pagamento|" +
    "método de pagamento|meio de pagamento|cartão|forma de retirada|retirada|levantamento|telefone|situação|" +
    "e-mail do cliente|cpf|nif|contribuinte|betaalmethode|betaalwijze|betaling|betaalmiddel|bezorgmethode|" +
    "levering|verzendwijze|telefoonnummer|e-mailadres|klantnummer|お支払い方法|支払い方法|支払方法|お支払方法|決済方法|引取方法|受取方法|お受取方法|" +
    "発券方法|受け取り方法|お客様番号|会員番号|会員id|電話番号|メールアドレス|備考|注意事項|ステータス|状況|支払状況|お問い合わせ|主催|policy number|zahlung|ihre daten|" +
    "kontakt|informationen|alter|old seats|former seats|previous seats|bisherige plätze|alte plätze|anciennes places|asientos anteriores|posti precedenti|oude plaatsen|lugares anteriores|変更前の座席|旧座席"
}
