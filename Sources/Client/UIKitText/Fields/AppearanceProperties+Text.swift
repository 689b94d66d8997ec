import Foundation
import UIKitCore

extension UITextField: AppearanceHolder {
    package static var appearanceClass: NSObject.Type { UITextField.self }
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
    package static var appearanceClass: NSObject.Type { UITextView.self }
    package static var appearanceProperties: [AppearanceProperty] {
        [
            AppearanceProperty(\UITextView.textColor, "textView.textColor"),
            AppearanceProperty(\UITextView.font, "textView.font"),
            AppearanceProperty(\UITextView.keyboardAppearance, "textView.keyboardAppearance"),
        ]
    }
}
