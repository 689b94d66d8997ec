import UIKit

/// The tint of the app, which its application delegate says; that starts the app, and needs table views.
let swiftOrangeColor = UIColor(red: 248 / 255, green: 96 / 255, blue: 47 / 255, alpha: 1)
