/// Which names may be names of Apple's symbols.
///
/// Apple's list has thousands of names, which is not copied here. They are made of words with points between, and few
/// words make most of them. The rule: a name is plausible if each of its parts is one of these words, a number up to
/// 100, or a single letter. So `sun.max.fill` and `figure.walk.circle` are, and `no.such.symbol` is not. A misspelt
/// name is nil, as on iOS; a name of known words in an order that no symbol has is not found out.
///
/// *Source* of the words: names that Apple's documentation and public programs use, iOS 13 to 17.
enum SymbolNames {
    /// Whether all parts of a name are words of symbols.
    static func isPlausible(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return !parts.isEmpty
            && parts.allSatisfy { part in
                if words.contains(String(part)) { return true }
                if let number = Int(part) { return (0...100).contains(number) }
                return part.count == 1 && part.allSatisfy { ("a"..."z").contains($0) }
            }
    }

    private static let words: Set<String> = Set(
        """
        plus minus xmark checkmark multiply divide equal lessthan greaterthan number percent sum function at info
        questionmark exclamationmark exclamationmarkoctagon ellipsis chevron compact arrow arrowshape arrowtriangle up
        down left right forward backward backwards upward to and from bottom top leading trailing center in out circle
        square rectangle triangle diamond hexagon octagon pentagon oval capsule shield seal app rhombus fill slash
        badge dashed dotted inset filled portrait landscape on off half lefthalf righthalf bottomhalf tophalf double
        single multiple grid split 2x1 1x2 2x2 3x1 3x2 3x3 1x3 4x3 3x4 16x9 9x16 radiowaves cross line horizontal
        vertical diagonal decrease increase inside outside counterclockwise clockwise turn merge swap branch uturn
        triangleright rectanglepath trianglehead circlepath squarepath path pencil highlighter scribble variable lasso
        sparkles wand rays stars paintbrush pointed paintpalette eyedropper ruler level scissors hammer wrench
        screwdriver gear gearshape gears adjustable slider switch tuningfork dial min max low medium high speedometer
        barometer metronome gauge needle thermometer sun snow snowflake cloud rain drizzle heavyrain hail sleet bolt
        wind fog smoke tornado tropicalstorm hurricane haze dust moon star zzz sunrise sunset horizon drop flame
        umbrella rainbow comet globe europe asia africa americas australia central south network wifi antenna radio
        bonjour dot airplane car bus tram bicycle ferry train fuelpump ev charger scooter walk run figure wave stand
        roll arms open skiing basketball baseball football soccer tennis tennisball volleyball golf hockey yoga dance
        cooldown core training strengthtraining traditional functional pilates rower rowing swim pool hiking archery
        boxing climbing bowling cricket fencing fishing hunting lacrosse rugby sailing snowboarding surfing softball
        squash taichi equestrian elliptical stairs stair stepper jumprope highintensity intervaltraining mixed cardio
        handball kickboxing martial disc barre australian american outdoor indoor cycle skating table track field
        trackfield curling crosscountry downhill person two wave3 crop artframe silhouette stack turned shoulderheight
        rectangular hand thumbsup thumbsdown raised raisedfingers fingers draw point tap palm facing eye eyes eyebrow
        nose mouth ear mustache brain head profile lungs face smiling heart house building columns lightbulb lamp desk
        ceiling floor fan fanblades bed sofa chair lounge furniture door garage window shade blinds curtain closed lock
        unlock key pin mappin map location safari ellipse compass binoculars flag bookmark tag label book books
        magazine newspaper graduationcap doc document text paper paperplane paperclip folder tray archivebox archive
        externaldrive internaldrive opticaldiscdrive note notes clipboard list bullet todo checklist calendar clock
        alarm stopwatch timer hourglass deskclock tophat menubar dock statusbar sidebar toolbar keyboard command option
        shift control capslock escape fn delete return power togglepower eject restart sleep play pause playpause stop
        record backend repeat shuffle infinity speaker hifispeaker hifispeakers waveform ecg music mic microphone
        guitars pianokeys quote quotelevel opening bubble message phone connection video teletype envelope mail stamp
        send photo camera aperture viewfinder metering matrix partial spot multispot macro livephoto panorama film tv
        display desktopcomputer laptopcomputer macbook macmini macpro gen1 gen2 gen3 server rack pc xserve iphone ipad
        ipod homebutton homepod homepodmini applewatch airpods airpodspro airpodsmax airport express extreme tower
        appletv remote earpods headphones airplayaudio airplayvideo visionpro apple logo airtag homekit pencilkit
        printer scanner faxmachine computermouse magicmouse trackpad cable connector usb gamecontroller dpad arcade
        stick joystick l1 l2 r1 r2 lb rb lt rt button roundedtop roundedbottom playstation xbox link personalhotspot
        icloud cloudkey lifepreserver bandage pills pill syringe vial stethoscope facemask allergens microbe medical
        staroflife bell megaphone sound loudspeaker shippingbox cart bag basket creditcard giftcard gift banknote
        wallet pass purse cup saucer mug wineglass fork knife takeoutbag refrigerator oven dishwasher washer dryer
        microwave cooktop stove frying pan birthday cake popcorn carrot fish bird ant ladybug hare tortoise cat dog
        pawprint lizard leaf tree mountain beach water waves spigot shower bathtub sink toilet trash tent sportscourt
        circlebadge trophy medal rosette crown dice puzzlepiece puzzle extension die suit club spade theatermasks
        ticket balloon party popper fireworks magnifyingglass loupe crosshairs scope target rotate flip perspective
        skew trapezoid pyramid cube cylinder cone torus transparent move view 3d aspectratio resize squareshape squares
        squaresbelow uiwindow macwindow plusminus character textformat abc alt size superscript subscript bold italic
        underline strikethrough shadow allcaps smallcaps textbox cursor cursorarrow cursorarrowshape click motionlines
        motion hashtag ampersand curlybraces brackets parentheses terminal angled chevronleft slashes chart bar xaxis
        yaxis pie area waterfall candlestick scatter uptrend downtrend flattrend axis graph dollarsign eurosign
        sterlingsign yensign francsign rublesign rupeesign wonsign bitcoinsign centsign pesosign liresign
        turkishlirasign indianrupeesign brazilianrealsign share sharewithyou connected rectangleportrait arrowup tilde
        simcard sdcard memorychip cpu opticaldisc battery 100percent 50percent 25percent 0percent 75percent minusplus
        lanyardcard wheelchair accessibility voiceover hearingdevice hearing aid signature pano qrcode barcode faceid
        touchid opticid rotation laurel fossil hat glasses eyeglasses sunglasses tshirt jacket shoe shoes comb suitcase
        rolling briefcase backpack handbag case latch duffle checkerboard circlegrid circlegridfill circles hexagongrid
        grip rectanglegrid dividers divider lines measurement measuring 2h 4h 4l 4lo auto parkingsign steeringwheel
        engine combustion abs brakesignal hold tirepressure headlight taillight windshield wiper carseat heated
        seatbelt transmission axel beam lowbeam highbeam parking fluid oilcan gearshift bump airbag mirror zl zr
        contrast shake glow exposure photofilters camerafilters tonal trianglebadge righttriangle recordingtape
        facetime dots dots3 hdr slowmo timelapse quicklook squiggle electric plug powerplug poweroutlet type strip
        lightswitch lightrecessed lightstrip chandelier sconce sensor humidifier dehumidifier purifier air spatial
        capture immersive mount ring tent2 mosaic swatchpalette swirl scribbles figures captions bubblewords translate
        phonetic textformat123 teddybear skateboard skis surfboard snowboard oar sailboat rocket gym dumbbell volume
        soccerball racket racquet puck cricketball bullseye shooting
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
