import CoreGraphics
import Foundation
import UIKitControllers
import UIKitCore
import UIKitText

// Controls and text.

extension NibFill {
    func fillControl(_ control: UIControl) {
        set(
            value(
                "contentHorizontalAlignment",
                [
                    "center": UIControl.ContentHorizontalAlignment.center, "left": .left, "right": .right,
                    "fill": .fill,
                    "leading": .leading, "trailing": .trailing,
                ])
        ) { control.contentHorizontalAlignment = $0 }
        set(
            value(
                "contentVerticalAlignment",
                ["center": UIControl.ContentVerticalAlignment.center, "top": .top, "bottom": .bottom, "fill": .fill])
        ) { control.contentVerticalAlignment = $0 }
        set(node.flag("enabled")) { control.isEnabled = $0 }
        set(node.flag("selected")) { control.isSelected = $0 }
        set(node.flag("highlighted")) { control.isHighlighted = $0 }
        set(node.flag("showsMenuAsPrimaryAction")) { control.showsMenuAsPrimaryAction = $0 }
    }

    // MARK: Buttons

    func fillButton(_ button: UIButton) {
        set(node.flag("springLoaded")) { button.isSpringLoaded = $0 }
        if let values = node.child(key: "configuration") ?? node.first("buttonConfiguration") {
            button.configuration = configuration(values)
        }
        set(file.font(node.child(key: "fontDescription"))) { button.titleLabel?.font = $0 }
        set(value("lineBreakMode", Self.lineBreaks)) { button.titleLabel?.lineBreakMode = $0 }
        set(node.insets("contentEdgeInsets")) { button.contentEdgeInsets = $0 }
        set(node.insets("titleEdgeInsets")) { button.titleEdgeInsets = $0 }
        set(node.insets("imageEdgeInsets")) { button.imageEdgeInsets = $0 }
        // UIKit of today has no shadows of titles, and no glow of touched buttons.
        _ = (
            node.child(key: "titleShadowOffset"), node["showsTouchWhenHighlighted"],
            node["reversesTitleShadowWhenHighlighted"]
        )
        set(node.flag("adjustsImageWhenHighlighted")) { button.adjustsImageWhenHighlighted = $0 }
        set(node.flag("adjustsImageWhenDisabled")) { button.adjustsImageWhenDisabled = $0 }
        for look in node.all("state") {
            guard let key = look.key, let state = Self.states[key] else { continue }
            set(file.words(look, "title", of: node.id, as: key + "Title")) { button.setTitle($0, for: state) }
            set(file.styledText(look.child(key: "attributedTitle"))) { button.setAttributedTitle($0, for: state) }
            if let color = look.child(key: "titleColor"), let found = file.color(color) {
                button.setTitleColor(found, for: state)
            }
            set(file.image(look, "image")) { button.setImage($0, for: state) }
            set(file.image(look, "backgroundImage")) { button.setBackgroundImage($0, for: state) }
            // UIKit of today draws no shadow of a title by state; UIButton here has none.
            _ = look.child(key: "titleShadowColor")
            _ = look["catalog"]
            file.reportUnread(look)
        }
        set(node.flag("changesSelectionAsPrimaryAction")) { button.changesSelectionAsPrimaryAction = $0 }
        kindOfSymbol(button)
    }

    /// Buttons of the kinds that are a symbol. *Source*: Apple, UIButton.ButtonType.
    private func kindOfSymbol(_ button: UIButton) {
        let symbols = [
            "detailDisclosure": "info.circle", "infoLight": "info.circle", "infoDark": "info.circle",
            "contactAdd": "plus.circle",
            "close": "xmark.circle.fill",
        ]
        guard let kind = node["buttonType"], let symbol = symbols[kind], button.image(for: .normal) == nil else {
            return
        }
        button.setImage(UIImage(systemName: symbol), for: .normal)
    }

    /// Styled text as a configuration has it: the font and the colour of each run.
    private func attributed(_ text: NSAttributedString) -> AttributedString {
        var result = AttributedString()
        var position = 0
        while position < text.length {
            var range = NSRange()
            let values = unsafe text.attributes(at: position, effectiveRange: &range)
            var run = AttributedString(text.attributedSubstring(from: range).string)
            if let font = values[.font] as? UIFont { run.uiKit.font = font }
            if let color = values[.foregroundColor] as? UIColor { run.uiKit.foregroundColor = color }
            result += run
            position = range.location + max(range.length, 1)
        }
        return result
    }

    private func configuration(_ values: NibNode) -> UIButton.Configuration {
        var result: UIButton.Configuration
        switch values["style"] {
        case "gray"?: result = .gray()
        case "tinted"?: result = .tinted()
        case "filled"?: result = .filled()
        default: result = .plain()
        }
        set(file.words(values, "title", of: node.id, as: "configuration.title")) { result.title = $0 }
        set(file.words(values, "subtitle", of: node.id, as: "configuration.subtitle")) { result.subtitle = $0 }
        set(file.styledText(values.child(key: "attributedTitle"))) { result.attributedTitle = attributed($0) }
        set(file.image(values, "image")) { result.image = $0 }
        set(values["imagePlacement"]) { name in
            let places: [String: NSDirectionalRectEdge] = [
                "leading": .leading, "trailing": .trailing, "top": .top, "bottom": .bottom,
            ]
            set(places[name]) { result.imagePlacement = $0 }
        }
        set(values.number("imagePadding")) { result.imagePadding = $0 }
        set(values.number("titlePadding")) { result.titlePadding = $0 }
        set(values["cornerStyle"]) { name in
            let styles: [String: UIButton.Configuration.CornerStyle] = [
                "fixed": .fixed, "dynamic": .dynamic, "small": .small, "medium": .medium, "large": .large,
                "capsule": .capsule,
            ]
            set(styles[name]) { result.cornerStyle = $0 }
        }
        set(values["buttonSize"]) { name in
            let sizes: [String: UIButton.Configuration.Size] = [
                "mini": .mini, "small": .small, "medium": .medium, "large": .large,
            ]
            set(sizes[name]) { result.buttonSize = $0 }
        }
        set(values["titleAlignment"]) { name in
            let places: [String: UIButton.Configuration.TitleAlignment] = [
                "automatic": .automatic, "leading": .leading, "center": .center, "trailing": .trailing,
            ]
            set(places[name]) { result.titleAlignment = $0 }
        }
        if values.flag("showsActivityIndicator") == true { result.showsActivityIndicator = true }
        if let color = values.child(key: "baseForegroundColor") { result.baseForegroundColor = file.color(color) }
        if let color = values.child(key: "baseBackgroundColor") { result.baseBackgroundColor = file.color(color) }
        set(values.directionalInsets("contentInsets")) { result.contentInsets = $0 }
        set(file.symbolConfiguration(values, "preferredSymbolConfigurationForImage")) {
            result.preferredSymbolConfigurationForImage = $0
        }
        if let font = file.font(values.child(key: "titleFontDescription") ?? values.first("fontDescription")) {
            result.titleTextAttributesTransformer = UIConfigurationTextAttributesTransformer { old in
                var new = old
                new.uiKit.font = font
                return new
            }
        }
        if let background = values.child(key: "background") ?? values.first("backgroundConfiguration") {
            if let color = background.child(key: "backgroundColor") {
                result.background.backgroundColor = file.color(color)
            }
            if let color = background.child(key: "strokeColor") { result.background.strokeColor = file.color(color) }
            set(background.number("strokeWidth")) { result.background.strokeWidth = $0 }
            set(background.number("cornerRadius")) { result.background.cornerRadius = $0 }
            set(file.image(background, "image")) { result.background.image = $0 }
            file.reportUnread(background)
        }
        file.reportUnread(values)
        return result
    }

    // MARK: Values

    func fillSwitch(_ view: UISwitch) {
        view.isOn = node.flag("on") ?? false
        setColor("onTintColor") { view.onTintColor = $0 }
        setColor("thumbTintColor") { view.thumbTintColor = $0 }
        set(file.words(node, "title")) { view.title = $0 }
    }

    func fillSlider(_ view: UISlider) {
        view.minimumValue = node.number("minValue").map { Float($0) } ?? 0
        view.maximumValue = node.number("maxValue").map { Float($0) } ?? 1
        view.value = node.number("value").map { Float($0) } ?? 0
        set(node.flag("continuous")) { view.isContinuous = $0 }
        setColor("minimumTrackTintColor") { view.minimumTrackTintColor = $0 }
        setColor("maximumTrackTintColor") { view.maximumTrackTintColor = $0 }
        setColor("thumbTintColor") { view.thumbTintColor = $0 }
        set(file.image(node, "minimumValueImage")) { view.minimumValueImage = $0 }
        set(file.image(node, "maximumValueImage")) { view.maximumValueImage = $0 }
    }

    func fillStepper(_ view: UIStepper) {
        view.maximumValue = node.number("maximumValue").map { Double($0) } ?? 100
        view.minimumValue = node.number("minimumValue").map { Double($0) } ?? 0
        set(node.number("stepValue")) { view.stepValue = Double($0) }
        set(node.number("value")) { view.value = Double($0) }
        set(node.flag("continuous")) { view.isContinuous = $0 }
        set(node.flag("autorepeat")) { view.autorepeat = $0 }
        set(node.flag("wraps")) { view.wraps = $0 }
    }

    func fillSegments(_ view: UISegmentedControl) {
        view.removeAllSegments()
        for (index, segment) in node.content("segments").enumerated() {
            if let image = file.image(segment, "image") {
                view.insertSegment(with: image, at: index, animated: false)
            } else {
                let title = file.words(segment, "title", of: node.id, as: "segmentTitles[\(index)]")
                view.insertSegment(withTitle: title, at: index, animated: false)
            }
            set(segment.number("width")) { view.setWidth($0, forSegmentAt: index) }
            if segment.flag("enabled") == false { view.setEnabled(false, forSegmentAt: index) }
            set(segment.size("contentOffset")) { view.setContentOffset($0, forSegmentAt: index) }
            file.reportUnread(segment)
        }
        _ = node["segmentControlStyle"]
        set(node.flag("springLoaded")) { view.isSpringLoaded = $0 }
        set(node.flag("momentary")) { view.isMomentary = $0 }
        set(node.flag("apportionsSegmentWidthsByContent")) { view.apportionsSegmentWidthsByContent = $0 }
        setColor("selectedSegmentTintColor") { view.selectedSegmentTintColor = $0 }
        set(node.integer("selectedSegmentIndex")) { view.selectedSegmentIndex = $0 }
    }

    func fillPageControl(_ view: UIPageControl) {
        set(node.integer("numberOfPages")) { view.numberOfPages = $0 }
        set(node.integer("currentPage")) { view.currentPage = $0 }
        set(node.flag("hidesForSinglePage")) { view.hidesForSinglePage = $0 }
        set(node.flag("defersCurrentPageDisplay")) { view.defersCurrentPageDisplay = $0 }
        setColor("pageIndicatorTintColor") { view.pageIndicatorTintColor = $0 }
        setColor("currentPageIndicatorTintColor") { view.currentPageIndicatorTintColor = $0 }
        set(
            value(
                "backgroundStyle",
                ["automatic": UIPageControl.BackgroundStyle.automatic, "minimal": .minimal, "prominent": .prominent])
        ) { view.backgroundStyle = $0 }
    }

    func fillDatePicker(_ view: UIDatePicker) {
        set(
            value(
                "datePickerMode",
                [
                    "time": UIDatePicker.Mode.time, "date": .date, "dateAndTime": .dateAndTime,
                    "countDownTimer": .countDownTimer, "yearAndMonth": .yearAndMonth,
                ])
        ) { view.datePickerMode = $0 }
        set(
            value(
                "style",
                ["automatic": UIDatePickerStyle.automatic, "wheels": .wheels, "compact": .compact, "inline": .inline])
        ) { view.preferredDatePickerStyle = $0 }
        set(node.child(key: "locale")?["localeIdentifier"]) { view.locale = Locale(identifier: $0) }
        set(node.child(key: "timeZone")?["name"].flatMap { TimeZone(identifier: $0) }) { view.timeZone = $0 }
        set(node.integer("minuteInterval")) { view.minuteInterval = $0 }
        set(node.date("minimumDate")) { view.minimumDate = $0 }
        set(node.date("maximumDate")) { view.maximumDate = $0 }
        // Xcode also saves a date beside the switch "Current date", which is on unless the file says otherwise; that is assumed.
        let date = node.date("date")
        if let date, node.flag("useCurrentDate") == false { view.date = date }
        set(node.number("countDownDuration")) { view.countDownDuration = TimeInterval($0) }
    }

    func fillColorWell(_ view: UIColorWell) {
        set(file.words(node, "title")) { view.title = $0 }
        set(node.flag("supportsAlpha")) { view.supportsAlpha = $0 }
        setColor("selectedColor") { view.selectedColor = $0 }
    }

    func fillRefreshControl(_ view: UIRefreshControl) {
        set(file.styledText(node.child(key: "attributedTitle"))) { view.attributedTitle = $0 }
    }

    // MARK: Text

    func fillField(_ field: UITextField) {
        set(file.font(node.child(key: "fontDescription"))) { field.font = $0 }
        if let color = node.child(key: "textColor"), let found = file.color(color) { field.textColor = found }
        set(value("textAlignment", Self.textAlignments)) { field.textAlignment = $0 }
        if let styled = file.styledText(node.child(key: "attributedText")) {
            field.attributedText = styled
        } else {
            set(file.words(node, "text")) { field.text = $0 }
        }
        set(file.words(node, "placeholder")) { field.placeholder = $0 }
        set(file.styledText(node.child(key: "attributedPlaceholder"))) { field.attributedPlaceholder = $0 }
        set(
            value(
                "borderStyle",
                ["none": UITextField.BorderStyle.none, "line": .line, "bezel": .bezel, "roundedRect": .roundedRect])
        ) { field.borderStyle = $0 }
        let modes: [String: UITextField.ViewMode] = [
            "never": .never, "whileEditing": .whileEditing, "unlessEditing": .unlessEditing, "always": .always,
        ]
        set(value("clearButtonMode", modes)) { field.clearButtonMode = $0 }
        set(value("leftViewMode", modes)) { field.leftViewMode = $0 }
        set(value("rightViewMode", modes)) { field.rightViewMode = $0 }
        set(node.number("minimumFontSize")) { field.minimumFontSize = $0 }
        set(node.flag("adjustsFontSizeToFit")) { field.adjustsFontSizeToFitWidth = $0 }
        set(node.flag("clearsOnBeginEditing")) { field.clearsOnBeginEditing = $0 }
        set(node.flag("clearsOnInsertion")) { field.clearsOnInsertion = $0 }
        set(file.image(node, "background")) { field.background = $0 }
        set(file.image(node, "disabledBackground")) { field.disabledBackground = $0 }
        _ = node["adjustsFontForContentSizeCategory"]
        fillTraits(field)
    }

    func fillTextView(_ view: UITextView) {
        set(file.font(node.child(key: "fontDescription"))) { view.font = $0 }
        if let color = node.child(key: "textColor"), let found = file.color(color) { view.textColor = found }
        set(value("textAlignment", Self.textAlignments)) { view.textAlignment = $0 }
        set(node.flag("editable")) { view.isEditable = $0 }
        set(node.flag("selectable")) { view.isSelectable = $0 }
        if let styled = file.styledText(node.child(key: "attributedText")) {
            view.attributedText = styled
        } else {
            set(file.words(node, "text")) { view.text = $0 }
        }
        set(node.flag("clearsOnInsertion")) { view.clearsOnInsertion = $0 }
        set(node.flag("allowsEditingTextAttributes")) { view.allowsEditingTextAttributes = $0 }
        if let types = node.child(key: "dataDetectorType") {
            let names: [(String, UIDataDetectorTypes)] = [
                ("phoneNumber", .phoneNumber), ("link", .link), ("address", .address),
                ("calendarEvent", .calendarEvent),
            ]
            var kinds: UIDataDetectorTypes = []
            for (name, kind) in names where types.flag(name) == true { kinds.insert(kind) }
            view.dataDetectorTypes = kinds
        }
        _ = node["adjustsFontForContentSizeCategory"]
        fillTraits(view)
    }

    /// Sets the values of an element `textInputTraits`.
    func fillTraits<View: NibTextTraits>(_ view: View) {
        guard let traits = node.child(key: "textInputTraits") else { return }
        func take<Value>(_ name: String, _ path: ReferenceWritableKeyPath<View, Value>, _ values: [String: Value]) {
            set(value(name, values, of: traits)) { view[keyPath: path] = $0 }
        }
        take(
            "autocapitalizationType", \.autocapitalizationType,
            ["none": .none, "words": .words, "sentences": .sentences, "allCharacters": .allCharacters])
        take("autocorrectionType", \.autocorrectionType, ["no": .no, "yes": .yes, "default": .default])
        take("spellCheckingType", \.spellCheckingType, ["no": .no, "yes": .yes, "default": .default])
        take("smartQuotesType", \.smartQuotesType, ["no": .no, "yes": .yes, "default": .default])
        take("smartDashesType", \.smartDashesType, ["no": .no, "yes": .yes, "default": .default])
        take("smartInsertDeleteType", \.smartInsertDeleteType, ["no": .no, "yes": .yes, "default": .default])
        take(
            "keyboardType", \.keyboardType,
            [
                "alphabet": .asciiCapable, "ASCIICapable": .asciiCapable, "default": .default,
                "numbersAndPunctuation": .numbersAndPunctuation, "URL": .URL, "numberPad": .numberPad,
                "phonePad": .phonePad, "namePhonePad": .namePhonePad, "emailAddress": .emailAddress,
                "decimalPad": .decimalPad, "twitter": .twitter, "webSearch": .webSearch,
            ])
        take(
            "keyboardAppearance", \.keyboardAppearance,
            ["alert": .dark, "dark": .dark, "light": .light, "default": .default])
        take(
            "returnKeyType", \.returnKeyType,
            [
                "default": .default, "go": .go, "google": .google, "join": .join, "next": .next, "route": .route,
                "search": .search, "send": .send, "yahoo": .yahoo, "done": .done, "emergencyCall": .emergencyCall,
                "continue": .continue,
            ])
        set(traits.flag("enablesReturnKeyAutomatically")) { view.enablesReturnKeyAutomatically = $0 }
        set(traits.flag("secureTextEntry")) { view.isSecureTextEntry = $0 }
        set(traits["textContentType"]) { view.textContentType = UITextContentType(rawValue: $0) }
        file.reportUnread(traits)
    }
}

/// The traits of text entry that a nib sets. UITextInputTraits itself also allows classes that only return them.
@MainActor protocol NibTextTraits: UITextInputTraits {
    var autocapitalizationType: UITextAutocapitalizationType { get set }
    var autocorrectionType: UITextAutocorrectionType { get set }
    var spellCheckingType: UITextSpellCheckingType { get set }
    var smartQuotesType: UITextSmartQuotesType { get set }
    var smartDashesType: UITextSmartDashesType { get set }
    var smartInsertDeleteType: UITextSmartInsertDeleteType { get set }
    var keyboardType: UIKeyboardType { get set }
    var keyboardAppearance: UIKeyboardAppearance { get set }
    var returnKeyType: UIReturnKeyType { get set }
    var enablesReturnKeyAutomatically: Bool { get set }
    var isSecureTextEntry: Bool { get set }
    var textContentType: UITextContentType! { get set }
}

extension UITextField: NibTextTraits {}
extension UITextView: NibTextTraits {}
extension UISearchBar: NibTextTraits {}
