/// The endings by which a domain without a scheme is known from other words with dots.
enum TopLevelDomains {
    /// The endings of countries, and those of the others that are widely used. *Source*: IANA, the root zone database.
    static let all = Set((countries + " " + generic).split(whereSeparator: \.isWhitespace).map(String.init))

    private static let countries = """
        ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz ca
        cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr
        ga gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo
        jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr
        ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re
        ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to
        tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw
        """

    private static let generic = """
        com net org edu gov mil int info biz name pro aero asia cat coop jobs mobi museum post tel travel xxx arpa
        academy agency app art audio band bank bar beer best bike blog blue boutique build builders business buzz cab
        cafe camera camp capital cards care careers cash center chat church city cleaning click clinic clothing cloud
        club coach codes coffee community company computer consulting cool coupons credit dance dating deals delivery
        dental design dev diamonds digital direct directory domains download earth education email energy engineer
        engineering estate events exchange expert express fail family farm fashion film finance fish fitness flights
        florist foundation fun fund furniture fyi gallery game games garden gift gifts glass global gold golf graphics
        gratis green group guide guru health help holdings holiday host hosting house immo industries ink institute
        international investments jewelry kitchen land law lawyer legal life lighting limited limo link live loan lol
        love ltd management market marketing media menu moda moe money movie network news ninja one online organic
        page parts party photo photography photos pics pictures pizza place plus press productions properties pub
        radio rent rentals repair report rest restaurant review reviews rocks run sale salon school science security
        services shoes shop shopping show singles site ski social software solar solutions space sport store stream
        studio studios style supply support surf systems tax taxi team tech technology tennis theater tips today tools
        top tours town toys trade training tube university uno vacations ventures video villas vin vip vision vodka
        vote watch webcam website wedding wiki win wine work works world wtf xyz yoga zone amsterdam barcelona berlin
        boston brussels cologne hamburg istanbul koeln london madrid miami moscow nyc paris quebec rio scot sydney
        tokyo vegas wales wien
        """
}
