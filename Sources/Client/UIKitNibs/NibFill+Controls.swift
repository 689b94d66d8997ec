import CoreGraphics
import Foundation
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
        if let values = node.child(key: "configuration") ?? node.first("buttonConfiguration") {
            button.configuration = configuration(values)
        }
        set(file.font(node.child(key: "fontDescription"))) { button.titleLabel?.font = $0 }
        set(value("lineBreakMode", Self.lineBreaks)) { button.titleLabel?.lineBreakMode = $0 }
        set(insets("contentEdgeInsets")) { button.contentEdgeInsets = $0 }
        set(insets("titleEdgeInsets")) { button.titleEdgeInsets = $0 }
        set(insets("imageEdgeInsets")) { button.imageEdgeInsets = $0 }
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

    private func insets(_ key: String) -> UIEdgeInsets? {
        node.insets(key).map { UIEdgeInsets(top: $0.top, left: $0.left, bottom: $0.bottom, right: $0.right) }
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
        if let margins = values.insets("contentInsets") {
            result.contentInsets = NSDirectionalEdgeInsets(
                top: margins.top, leading: margins.left, bottom: margins.bottom, trailing: margins.right)
        }
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
        if let color = node.child(key: "onTintColor") { view.onTintColor = file.color(color) }
        if let color = node.child(key: "thumbTintColor") { view.thumbTintColor = file.color(color) }
        set(file.words(node, "title")) { view.title = $0 }
    }

    func fillSlider(_ view: UISlider) {
        view.minimumValue = node.number("minValue").map { Float($0) } ?? 0
        view.maximumValue = node.number("maxValue").map { Float($0) } ?? 1
        view.value = node.number("value").map { Float($0) } ?? 0
        set(node.flag("continuous")) { view.isContinuous = $0 }
        if let color = node.child(key: "minimumTrackTintColor") { view.minimumTrackTintColor = file.color(color) }
        if let color = node.child(key: "maximumTrackTintColor") { view.maximumTrackTintColor = file.color(color) }
        if let color = node.child(key: "thumbTintColor") { view.thumbTintColor = file.color(color) }
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
        set(node.flag("momentary")) { view.isMomentary = $0 }
        set(node.flag("apportionsSegmentWidthsByContent")) { view.apportionsSegmentWidthsByContent = $0 }
        if let color = node.child(key: "selectedSegmentTintColor") { view.selectedSegmentTintColor = file.color(color) }
        set(node.integer("selectedSegmentIndex")) { view.selectedSegmentIndex = $0 }
    }

    func fillPageControl(_ view: UIPageControl) {
        set(node.integer("numberOfPages")) { view.numberOfPages = $0 }
        set(node.integer("currentPage")) { view.currentPage = $0 }
        set(node.flag("hidesForSinglePage")) { view.hidesForSinglePage = $0 }
        set(node.flag("defersCurrentPageDisplay")) { view.defersCurrentPageDisplay = $0 }
        if let color = node.child(key: "pageIndicatorTintColor") { view.pageIndicatorTintColor = file.color(color) }
        if let color = node.child(key: "currentPageIndicatorTintColor") {
            view.currentPageIndicatorTintColor = file.color(color)
        }
        _ = node["backgroundStyle"]
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
        fillTraits { traits in
            set(traits.0) { field.autocapitalizationType = $0 }
            set(traits.1) { field.autocorrectionType = $0 }
            set(traits.2) { field.spellCheckingType = $0 }
            set(traits.3) { field.keyboardType = $0 }
            set(traits.4) { field.keyboardAppearance = $0 }
            set(traits.5) { field.returnKeyType = $0 }
            set(traits.6) { field.enablesReturnKeyAutomatically = $0 }
            set(traits.7) { field.isSecureTextEntry = $0 }
            set(traits.8) { field.textContentType = $0 }
        }
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
        fillTraits { traits in
            set(traits.0) { view.autocapitalizationType = $0 }
            set(traits.1) { view.autocorrectionType = $0 }
            set(traits.2) { view.spellCheckingType = $0 }
            set(traits.3) { view.keyboardType = $0 }
            set(traits.4) { view.keyboardAppearance = $0 }
            set(traits.5) { view.returnKeyType = $0 }
            set(traits.6) { view.enablesReturnKeyAutomatically = $0 }
            set(traits.7) { view.isSecureTextEntry = $0 }
            set(traits.8) { view.textContentType = $0 }
        }
    }

    private typealias Traits = (
        UITextAutocapitalizationType?, UITextAutocorrectionType?, UITextSpellCheckingType?, UIKeyboardType?,
        UIKeyboardAppearance?,
        UIReturnKeyType?, Bool?, Bool?, UITextContentType?
    )

    /// Hands over the values of an element `textInputTraits`.
    private func fillTraits(_ body: (Traits) -> Void) {
        guard let node = node.child(key: "textInputTraits") else { return }
        func pick<Value>(_ name: String, _ values: [String: Value]) -> Value? { node[name].flatMap { values[$0] } }
        body(
            (
                pick(
                    "autocapitalizationType",
                    [
                        "none": UITextAutocapitalizationType.none, "words": .words, "sentences": .sentences,
                        "allCharacters": .allCharacters,
                    ]),
                pick("autocorrectionType", ["no": UITextAutocorrectionType.no, "yes": .yes, "default": .default]),
                pick("spellCheckingType", ["no": UITextSpellCheckingType.no, "yes": .yes, "default": .default]),
                pick(
                    "keyboardType",
                    [
                        "alphabet": UIKeyboardType.asciiCapable, "ASCIICapable": .asciiCapable,
                        "numbersAndPunctuation": .numbersAndPunctuation,
                        "URL": .URL, "numberPad": .numberPad, "phonePad": .phonePad, "namePhonePad": .namePhonePad,
                        "emailAddress": .emailAddress,
                        "decimalPad": .decimalPad, "twitter": .twitter, "webSearch": .webSearch,
                    ]),
                pick("keyboardAppearance", ["alert": UIKeyboardAppearance.dark, "dark": .dark, "light": .light]),
                pick(
                    "returnKeyType",
                    [
                        "go": UIReturnKeyType.go, "google": .google, "join": .join, "next": .next, "route": .route,
                        "search": .search,
                        "send": .send, "yahoo": .yahoo, "done": .done, "emergencyCall": .emergencyCall,
                        "continue": .continue,
                    ]),
                node.flag("enablesReturnKeyAutomatically"), node.flag("secureTextEntry"),
                node["textContentType"].map { UITextContentType(rawValue: $0) }
            ))
    }
}
