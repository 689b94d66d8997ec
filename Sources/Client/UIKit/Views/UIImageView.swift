import Foundation

/// A view that shows a picture. *Source*: Apple, UIImageView.
open class UIImageView: UIView {}
