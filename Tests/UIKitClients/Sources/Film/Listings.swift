import UIKit

@testable import Listings

/// Controllers of the book's listings, each with the views of its nib (nibs.py), for 1.2 s.
@MainActor let listings: [Client] = nibControllers.map { listing in
    Client(
        name: "listing-\(listing.name)", size: CGSize(width: 375, height: 667), duration: 1.2,
        moments: [0.1, 0.6, 1.2],
        // Some wait for timers of the run loop.
        waits: listing.name.contains("Timer"),
        content: listing.make)
}
