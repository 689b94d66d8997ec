import Foundation
import UIKitCore

extension UITextField: AppearanceHolder {
    /// The values that a proxy gives, besides those of views.
    package static var appearanceTable: AppearanceTable {
        AppearanceTable(
            of: UITextField.self,
            [
                AppearanceProperty(\UITextField.textColor),
                AppearanceProperty(\UITextField.font),
                AppearanceProperty(\UITextField.keyboardAppearance),
                AppearanceProperty(\UITextField.borderStyle),
                AppearanceProperty(
                    attributes: "field.attributes", { (field: UITextField) in field.defaultTextAttributes },
                    { if let all = $1 { $0.defaultTextAttributes = all } }),
            ])
    }
}

extension UITextView: AppearanceHolder {
    /// The values that a proxy gives, besides those of views.
    package static var appearanceTable: AppearanceTable {
        AppearanceTable(
            of: UITextView.self,
            [
                AppearanceProperty(\UITextView.textColor),
                AppearanceProperty(\UITextView.font),
                AppearanceProperty(\UITextView.keyboardAppearance),
            ])
    }
}
