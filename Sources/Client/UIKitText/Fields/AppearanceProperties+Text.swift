import Foundation
import UIKitCore

extension UITextField: AppearanceHolder {
    /// The class with the defaults.
    package static var appearanceClass: NSObject.Type { UITextField.self }
    /// The values that a proxy gives, besides those of views.
    package static var appearanceProperties: [AppearanceProperty] {
        [
            AppearanceProperty(\UITextField.textColor, "field.textColor"),
            AppearanceProperty(\UITextField.font, "field.font"),
            AppearanceProperty(\UITextField.keyboardAppearance, "field.keyboardAppearance"),
            AppearanceProperty(\UITextField.borderStyle, "field.borderStyle"),
            AppearanceProperty(
                attributes: "field.attributes", { (field: UITextField) in field.defaultTextAttributes },
                { if let all = $1 { $0.defaultTextAttributes = all } }),
        ]
    }
}

extension UITextView: AppearanceHolder {
    /// The class with the defaults.
    package static var appearanceClass: NSObject.Type { UITextView.self }
    /// The values that a proxy gives, besides those of views.
    package static var appearanceProperties: [AppearanceProperty] {
        [
            AppearanceProperty(\UITextView.textColor, "textView.textColor"),
            AppearanceProperty(\UITextView.font, "textView.font"),
            AppearanceProperty(\UITextView.keyboardAppearance, "textView.keyboardAppearance"),
        ]
    }
}
