import { type LanguagePhrases, words } from "./phrases.js"

const order = "(?:order|booking|purchase|registration)"
const tickets = "(?:mobile |digital |e-?)?(?:tickets?|passes)"
const you = "you(?:'ve| have)?(?: just| successfully| now)?"

export const english: LanguagePhrases = {
  language: "en",
  frequent: words(
    "the|and|of|to|your|you|for|is|are|with|on|at|we|this|have|order|tickets?|date|venue|section|sec|row|seats?|total|thank|thanks|when|where|hi|dear|event|booking|confirmation|number|qty|quantity"
  ),
  bought: words(
    "your tickets?(?:'s| is| are) (?:in the bag|secured|yours|waiting for you in)",
    "(?:you are|you're) registered(?! for .*pre-?sale)",
    "registration (?:is )?complete",
    "thanks for (?:coming|booking)",
    "your seats are (?:booked|confirmed)",
    "tax invoice",
    `thank(?:s| you)(?:,? [a-zÀ-ɏ]+,?| so much| very much)? for (?:your (?:.{1,60} )?(?:order|purchase|booking|payment|registration)|purchasing|ordering|booking|buying|shopping|choosing|registering)`,
    `${order} confirm\\w*|confirmation of your ${order}|confirmed ${order}|payment confirm\\w*|e-?ticket confirmation|ticket confirmation|tickets? confirmed`,
    `your (?:.{0,60} )?(?:${order}|payment|tickets?|spot) (?:.{0,40} )?(?:is|has been|was|are|have been|were) (?:now )?(?:confirmed|placed|processed|successful\\w*|received|complete|completed|booked|secured|delivered|ready)`,
    "you got (?:the )?tickets|you've got tickets|(?:we|we've) got your order|we (?:have )?received your order|we're (?:pleased|happy) to confirm",
    "you(?:'re| are) (?:going to|going|good to go|all set|in|all booked|booked|confirmed)",
    `(?:here are|here's|find attached|attached (?:are|is)|enclosed are) (?:.{0,20} )?${tickets}`,
    "(?:your |the )?confirmation (?:number|code) (?:is|:)|added to the guest list|your (?:.{0,30} )?receipt|receipt for (?:.*)|order receipt|booking successful|purchase successful|payment successful",
    `${you} (?:bought|purchased|ordered|booked) .*`,
    "your tickets? (?:to|for|from|are ready|are attached|are here|are in)(?: .*)?",
    "ticket transfer (?:was |has been )?cancell?ed|cancell?ed your ticket transfer",
    "e-?tickets? (?:for|attached)(?: .*)?"
  ),
  named: words(
    "your (?:.{0,40} )?(?:order|booking|purchase|receipt|reservation)|receipt|invoice|your (?:e-?)?tickets?|order (?:number|receipt|no\\.?|#|id|details)|confirmation|booking (?:reference|number)"
  ),
  conditional:
    /^(?:if|in the (?:event|case)|should|unless|when|tickets? (?:can|may)|all sales|no refunds?|please note)\b|\bcannot be\b|\bin (?:the )?event (?:of|that)\b|\bmay (?:be|not)\b|\bcan (?:be|transfer|sell|only)\b|\b(?:would|could) you like\b|\bnon-?refundable\b|\bpolicy\b(?! number| no)|\b(?:before|do not|don't|want to|need to|wish to|able to|unable to) (?:cancel|transfer|attend|make it)/i,
  purposes: {
    cancelled: {
      anywhere: words(
        "(?:has|have|had) been (?:cancell?ed|called off)|(?:is|was|been) cancell?ed by|had to (?:cancel|be cancell?ed)|(?:event|show|concert|order|booking|performance|game|tickets?|purchase) (?:is|was|were|are) (?:now )?cancell?ed|(?:is|was) (?:now )?cancell?ed|(?:we've|we have|you've|you have|you) cancell?ed|(?:will not|won't|no longer) (?:be )?tak(?:e|ing) place|called off"
      ),
      subject: words("cancell?ed|cancell?ation|called off")
    },
    moved: {
      anywhere: words(
        "(?:has|have|had) been (?:postponed|rescheduled|moved|pushed back)|(?:is|was) (?:now )?(?:postponed|rescheduled)|(?:rescheduled|moved|postponed) (?:to|from|until)|(?:new|updated) (?:event )?(?:date|start time|time)s?(?: and time)?(?: is| for| announced)?:?|will now take place"
      ),
      subject: words(
        "postponed|rescheduled|(?:date|time|schedule) change|change of (?:date|time)|(?:new|updated) (?:date|time|start time)|has moved|event update|moved to"
      )
    },
    refunded: {
      anywhere: words(
        "(?:we've|we have|have been|has been|was|been|we're|were|are being|is being|will be) (?:.{0,20} )?refund(?:ed|ing)|refund (?:.{0,40} )?(?:issued|processed|on (?:its|the) way|completed?|approved|confirmation|has been)|(?:issued|processed) (?:a|your) (?:full )?refund"
      ),
      subject: words("refund(?:ed|s)?")
    },
    cart: {
      anywhere: words(
        "(?:in|your|left in your) (?:shopping )?(?:cart|basket)|abandoned (?:cart|basket|order)|(?:complete|finish|continue|resume|finali[sz]e) (?:your|this) (?:order|purchase|booking|checkout)|left (?:something|tickets|these|items) .*|(?:tickets|seats) are (?:still )?waiting|before (?:it's|they're) gone|still (?:interested|thinking|want)|checkout (?:is )?(?:incomplete|not complete)|(?:you )?didn't (?:finish|complete)|forgot(?:ten)? something"
      ),
      subject: words("cart|basket|forget something|finish (?:your|checking).*|checkout")
    },
    declined: {
      anywhere: words(
        "(?:payment|card|transaction|charge) (?:.{0,40} )?(?:declined|failed|unsuccessful|rejected|not (?:been )?(?:processed|successful|gone through|authori[sz]ed|completed)|couldn't be .*|could not be .*|didn't go through|did not go through)|(?:couldn't|could not|weren't able to|unable to|cannot) (?:process|charge|complete|take|confirm) (?:.{0,20} )?(?:payment|card|order|booking|purchase)|(?:order|booking|purchase) (?:.{0,20} )?(?:has|was|could|did|is) (?:not|n't) (?:.{0,10} )?(?:been )?(?:placed|completed|processed|confirmed|go through)|(?:order|booking|purchase) (?:hasn't|wasn't|couldn't|didn't) .*|(?:have not|haven't|not) been charged|problem with your (?:payment|order|card)"
      ),
      subject: words(
        "declined|payment (?:failed|problem|issue|unsuccessful)|failed|unsuccessful|update your (?:payment|card|billing).*|action (?:needed|required).*(?:payment|card)"
      )
    },
    reservation: {
      anywhere: words(
        "(?:reservation|hold|booking|seats|tickets) (?:.{0,40} )?(?:has expired|have expired|expired|expires?|will expire|will be released|were released|have been released)|(?:held|reserved|on hold) (?:.{0,30} )?until|awaiting payment|payment (?:is )?(?:pending|outstanding|required)|(?:pay|complete payment|payment) (?:.{0,30} )?(?:by|before|at the (?:box office|door|venue))|unpaid (?:reservation|booking|order)"
      ),
      subject: words(
        "(?:reservation|hold|booking) (?:.{0,20} )?(?:expired|expires|expiring|held)|awaiting payment|provisional\\w* .*|unpaid .*"
      )
    },
    waitlist: { anywhere: words("wait(?:ing)? ?list|wait-list(?:ed)?|waiting room|in (?:the|line|a) queue") },
    offer: {
      anywhere: words(
        "price (?:drop|alert|cut)s?|prices? (?:.{0,20} )?(?:dropped|reduced|lower(?:ed)?|down|fell)|(?:now )?cheaper|tickets? you viewed|(?:make|submit|place) an offer|upgrade your (?:seats?|tickets?|experience)|upgrade to:?|(?:only pay|pay only) if|your (?:offer|bid) (?:.{0,30} )?(?:submitted|received|pending|expired|declined|not accepted)"
      ),
      subject: words("offer|upgrade (?:now|available|your .*)|price (?:drop|alert)|lower prices?")
    },
    upgrade: {
      anywhere: words(
        "(?:your )?upgrade (?:.{0,40} )?(?:confirmed|complete|completed|successful|confirmation|accepted)|(?:seats?|tickets?) (?:.{0,30} )?(?:has|have|were|was) been (?:successfully )?upgraded|(?:you've|you have) been upgraded|you've upgraded|upgrade total"
      ),
      subject: words("upgraded|upgrade (?:confirm\\w*|complete)")
    },
    addOn: {
      subject: words(
        "(?:express|fast) pass(?: .*)?|add-?ons?(?: .*)?|(?:food|drinks?|meal|locker|shuttle|vip lounge|fast ?lane) (?:.{0,20} )?(?:voucher|order|package|pass|confirm\\w*)|pre-?order(?:ed)?"
      )
    },
    parking: { subject: words("parking(?: .*)?|car ?park(?: .*)?") },
    plan: {
      anywhere: words(
        "season tickets? (?:.{0,40} )?(?:renew\\w*|invoice|payment|account)|(?:renewal|season) (?:.{0,20} )?invoice|renew (?:your|now|by).*|time to renew|(?:first|next|final|upcoming) (?:payment|instal?lment) .*|amount due:?|balance due:?|payment (?:is |was )?(?:due|scheduled).*|payment plan"
      ),
      subject: words(
        "(?:season|renewal) (?:.{0,30} )?(?:tickets?|invoice|renewal|membership)|renew\\w*|invoice(?: .*)?(?:season|plan|renewal|account)(?: .*)?|invoice (?:is )?(?:ready|due)|membership"
      )
    },
    insurance: {
      anywhere: words(
        "policy (?:number|no\\.?|#|documents?|certificate):?|certificate of insurance|premium (?:total|paid)"
      ),
      subject: words("insurance|ticket protect\\w*|policy|coverage|protection plan")
    },
    goods: {
      subject: words(
        "merch\\w*|gift ?cards?|e-?gift|vouchers?|shop order|store order|t-?shirts?|hoodies?|vinyl|poster|fan (?:shop|store)"
      )
    },
    sale: {
      anywhere: words(
        "you(?:'ve| have)? (?:received|got) (?:a new|an) (?:order|registration)|a new order (?:has been|was)|(?:just )?placed an order|dear (?:organi[sz]er|seller|host)|manage (?:this|your) event|event dashboard|net (?:sales|proceeds)|buyer (?:name|information|details|email)"
      ),
      subject: words(
        "new (?:order|sale|attendee|registration|booking)s? (?:for|from|notification|received|#.*)|new (?:order|sale|attendee|registration|booking)s?[:-].*|order notification|you(?:'ve| have)? (?:got )?(?:a new|received an?|received a new|got a new|an?) (?:order|sale|booking|attendee|registration)|has (?:registered|ordered|purchased|bought)|sales (?:report|summary)|(?:ship|upload) (?:your|the) tickets"
      )
    },
    sold: {
      anywhere: words(
        "your (?:.{0,60} )?tickets? (?:have |has )?(?:been )?sold(?! out| by| through)|tickets? (?:has |have )?(?:been )?sold(?! out| by| through)|you(?:'ve| have)? sold|your (?:proceeds|payout)|you(?:'ll| will) (?:be paid|receive payment|earn)|paid you"
      ),
      subject: words(
        "you(?:'ve| have)? sold|sold|payout|listing|your (?:tickets?|listings?) .{0,80}(?:is live|are live|is active|listed|expired)|sale (?:#.*|id|confirm\\w*)"
      )
    },
    given: {
      anywhere: words(
        `${you} (?:transferred|forwarded|gifted)(?! (?:from|by))|${you} sent (?:.{0,60} )?tickets?|tickets? (?:you )?sent|sent (?:your )?tickets? to|transfer (?:to|for) (?!you |me ).{1,80} (?:complete|sent|initiated|on (?:its|the) way|accepted|pending)|transfer (?:was |has been )?(?:sent|initiated|accepted)|transfer is on (?:its|the) way to .*|tickets? .{0,80}(?:were|was|have been|has been) (?:successfully )?(?:transferred|sent)(?! to (?:you|your))|(?:has )?accepted (?:your|the) (?:ticket transfer|transfer|tickets?)|transferred to (?!you |your ).*`
      ),
      subject: words("(?:tickets?|transfer) (?:.{0,30} )?on (?:its|the|their) way to (?!you).*")
    },
    received: {
      anywhere: words(
        `(?:transferred|sent|forwarded|gifted) .{0,60}to you|sent you(?: .*)?|${you} (?:received|accepted|got) (?:.{0,40} )?${tickets}|(?:your ticket )?transfer (?:is|was) complete|transfer went through|successfully accepted(?: .*)?|received tickets(?: .*)?`
      )
    },
    offered: {
      anywhere: words(
        "accept (?:your|the|these|my|them)?\\s?(?:tickets?|transfer|by)|claim (?:your )?tickets?|awaiting your acceptance|must be accepted|until you accept"
      )
    },
    reminder: {
      subject: words(
        "reminder|coming up|is (?:happening )?(?:tomorrow|today|tonight|almost here|in \\d+ days?)|(?:starts|begins) (?:soon|in|tomorrow|tonight|today)|this week(?:end)?|get ready|know before you go|see you (?:soon|tonight|tomorrow|there)|days? (?:to go|away|until)|don't forget|what (?:you need )?to know|plan your visit|important (?:info\\w*|event info\\w*)"
      )
    },
    survey: { subject: words("survey|how (?:was|did).*|rate (?:your|the)|review (?:your|the|of)|feedback|tell us") },
    account: {
      subject: words(
        "password|verif(?:y|ication)|sign[- ]?in|log[- ]?in|security (?:alert|code)|privacy|terms of|welcome to|(?:your|new) account"
      )
    },
    marketing: {
      subject: words(
        "just announced|on sale|pre-?sale|don't miss|recommended|recommendations?|deals?|\\d+% off|near you|shows near|newsletter|trending|tickets? (?:are )?(?:now )?available|last chance|selling fast|up to \\d+%|save \\$?\\d+|coming to|this (?:month|spring|summer|fall|autumn|winter)|picked for you|win (?:tickets|a)|added date|new dates?|low tickets?"
      )
    }
  }
}
