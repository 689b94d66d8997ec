/// The codes of languages and regions that the conditions of tests may have.
///
/// Foundation has such lists in ICU's data, without which this program is shipped.
enum LocaleCodes {
    /// Whether a code is that of a language, in lower case: `ar`, `fil`.
    ///
    /// *Source*: ISO 639-1; of three letters those that CLDR has locales for, and others of ISO 639-2 that systems offer.
    static func isLanguage(_ code: String) -> Bool { languages.contains(code) }

    /// Whether a code is that of a region, in upper case: `EG`, `419`.
    ///
    /// *Source*: ISO 3166-1, and `XK`, which CLDR has for Kosovo. UN M.49 for numbers, of which any is accepted.
    static func isRegion(_ code: String) -> Bool {
        regions.contains(code) || code.count == 3 && code.allSatisfy { ("0"..."9").contains($0) }
    }

    private static let languages = words(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz
        ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik
        io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml
        mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd
        se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi
        vo wa wo xh yi yo za zh zu
        agq ain apw asa ast bas bem bez bgc bho bla blo brx ccp ceb cgg chm cho chr cic ckb crk csw dak dav den
        dgr dje doi dsb dua dyo dyu ebu ewo fil frr fur gaa gez gil gsw guz hak haw hmn hnj hsb ikt inh jgo jmc
        kab kam kbd kde kea kgp kha khq khw kkj kln kok kpe ksb ksf ksh kxv lad lag lij lkt lmo lrc luo luy mai
        mas mdf men mer mfe mgh mgo mic mni moh mos mua mus myv mzn nan nap naq nds new niu nmg nnh nqo nso nus
        nyn osa pap pau pcm pis prg quc raj rhg rif rof rom rwk sah saq sat sbp scn sco seh ses shi shn sma smj
        smn sms srr ssy syr szl teo tet tig tkl tlh tok tpi trv trw tvl twq tyv tzm udm und vai vec vmw vun wae
        wal wbp wuu xnr xog yav yrl yue zgh zza
        """)
    private static let regions = words(
        """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW
        BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI
        FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN
        IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME
        MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF
        PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV
        SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK
        YE YT ZA ZM ZW
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
